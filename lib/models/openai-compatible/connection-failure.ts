const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "nothing listens at that address"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "its host name cannot be resolved"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "there is no way to that host"],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "the host does not answer"],
  [/^(TimeoutError|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/, "no answer in time"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, "the connection was broken off"],
  [/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(GET|VERIFY)/, "its TLS certificate is not accepted"],
  [/^(EPROTO|ERR_SSL)/, "it does not speak TLS at that address"],
  [/^HPE_/, "it does not speak HTTP at that address"],
  [/^AnswerTooLargeError$/, "its answer is too large"],
];

/** Why a request brought no answer, in words for an operator. Holds no text of an error, for that may hold text of the server. */
export function describeConnectionFailure(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const marks = ["code" in current ? String(current.code) : "", current.name];
    const found = WORDS.find(([mark]) => marks.some((each) => mark.test(each)));
    if (found !== undefined) return found[1];
    // The runtime's own refusal has no code.
    if (current.message === "bad port") return "no HTTP client connects to that port";
    current = current.cause;
  }
  return "the connection failed";
}
