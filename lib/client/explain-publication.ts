/** The three questions about what left the run: its conclusion, its stream, its next turn. Pure. */
import { formatDuration } from "./format-time";
import { LINK, type ExplainInput, type Explanation } from "./explanation";

export function whyNoConclusion({ run }: ExplainInput): Explanation {
  const question = "Why status SUCCESS with no conclusion?";
  if (run.status !== "SUCCESS") {
    return { question, answer: `Stored status is ${run.status}, so the question does not arise.`, links: [] };
  }
  if (run.releaseOutcome === "FALLBACK") {
    return {
      question,
      answer: `Status SUCCESS says “handled normally”. ReleaseOutcome is FALLBACK (${run.fallbackType ?? "–"}), and a fallback states facts and gaps, never a conclusion.`,
      links: [LINK.answer, LINK.guards],
    };
  }
  if (run.conclusion !== null) {
    return {
      question,
      answer: "It has one: the released report carries a conclusion.",
      links: [LINK.answer],
    };
  }
  const contentType = run.answer?.contentType ?? "none";
  return {
    question,
    answer: `Content type is ${contentType}: only a diagnosis report has a conclusion.`,
    links: [LINK.answer],
  };
}

export function whyNoDone({ run }: ExplainInput): Explanation {
  const question = "Why no done on the stream?";
  const links = [LINK.timeline];
  switch (run.streamState) {
    case null:
      return {
        question,
        answer:
          run.mode === "detached"
            ? "The run is detached: it never had a public stream."
            : "No stream state was recorded: the public stream was never opened.",
        links: [],
      };
    case "TERMINAL": {
      const last =
        run.failure === null || run.answer !== null
          ? `content, then done(${run.releaseOutcome ?? "–"})`
          : `failure(${run.failure.code}), then done(FAILED)`;
      return { question, answer: `It had one: the stream is TERMINAL, ended by ${last}.`, links };
    }
    case "DISCONNECTED": {
      const requests = run.cancellation === null ? [] : [run.cancellation, ...run.cancellation.lost];
      const gone = requests.find((request) => request.reason === "CLIENT_DISCONNECTED");
      const when =
        gone === undefined ? "" : ` ${formatDuration(gone.requestedAt - run.createdAt)} after the start`;
      return {
        question,
        answer: `The stream is DISCONNECTED: its owner went away${when}, and a stream that is gone takes no done.`,
        links,
      };
    }
    case "NEW":
    case "OPEN":
      return {
        question,
        answer:
          run.runState === "RUNNING"
            ? `The stream is ${run.streamState}: the run has not ended yet.`
            : `The stream is still ${run.streamState}: its last frames are on their way.`,
        links,
      };
  }
}

export function whyNoPreviousTurn({ run }: ExplainInput): Explanation {
  const question = "Why has the next turn no previous turn?";
  if (run.publishedResult) {
    return {
      question,
      answer: "It has one: a DIAGNOSIS released SUCCESS, and its published result is carried over.",
      links: [LINK.answer],
    };
  }
  const missing: string[] = [];
  if (run.intent !== "DIAGNOSIS") missing.push(`Intent is ${run.intent ?? "not decided"}`);
  if (run.releaseOutcome !== "SUCCESS") missing.push(`ReleaseOutcome is ${run.releaseOutcome ?? "not set"}`);
  const because = missing.length === 0 ? "no published result was stored" : `here ${missing.join(" and ")}`;
  return {
    question,
    answer: `Only a DIAGNOSIS released SUCCESS is carried over; ${because}.`,
    links: [LINK.guards],
  };
}
