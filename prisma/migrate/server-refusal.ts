/** What a database server answered instead of doing as it was told. */
interface ServerRefusal {
  readonly code: string;
  /** The server's words; they hold no password, and none of the statement save where its syntax is wrong. */
  readonly message: string;
}

/** The server's refusal in an error of mysql2, or undefined where the error is another. */
export function serverRefusalOf(error: unknown): ServerRefusal | undefined {
  if (!(error instanceof Error && "code" in error && "sqlMessage" in error)) return undefined;
  const { code, sqlMessage } = error;
  return typeof code === "string" && typeof sqlMessage === "string"
    ? { code, message: sqlMessage.replace(/\.$/, "") }
    : undefined;
}

/** Whether it is for the lack of a right, be it on the server, a database, a table or a column. */
export function isAccessDenied(refusal: ServerRefusal): boolean {
  return /^ER_\w*ACCESS_?DENIED/.test(refusal.code);
}

/** Whether the server takes no changes from anyone like this: a replica, or one that was set to read-only. */
export function isReadOnlyServer(refusal: ServerRefusal): boolean {
  return ["ER_OPTION_PREVENTS_STATEMENT", "ER_READ_ONLY_MODE"].includes(refusal.code);
}

/** Whether mysql2 says that the connection broke under a statement. */
export function isConnectionLost(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    [
      "PROTOCOL_CONNECTION_LOST",
      "ECONNRESET",
      "EPIPE",
      "ETIMEDOUT",
      "ER_CONNECTION_KILLED",
      "ER_SERVER_SHUTDOWN",
    ].includes(String(error.code))
  );
}
