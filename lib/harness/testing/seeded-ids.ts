import { encodeIdBody, InvocationId, ModelCallId, RunId, SessionId } from "../../contracts/ids";
import type { Ids } from "../ports";

/** Ids that count up: valid, distinct, the same in every run of a test. */
export class SeededIds implements Ids {
  private next = 0;

  constructor(private readonly seed = 1) {}

  runId(): RunId {
    return RunId.parse(`run_${this.body()}`);
  }

  sessionId(): SessionId {
    return SessionId.parse(`ses_${this.body()}`);
  }

  invocationId(): InvocationId {
    return InvocationId.parse(`inv_${this.body()}`);
  }

  modelCallId(): ModelCallId {
    return ModelCallId.parse(`mdl_${this.body()}`);
  }

  private body(): string {
    this.next += 1;
    return encodeIdBody(this.next, new Uint8Array(16).fill(this.seed));
  }
}
