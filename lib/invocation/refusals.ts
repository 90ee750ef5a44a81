/** What the runtime itself refuses or complains with. */

/** An endpoint of a window, a call or a runner that has been closed (EXIT-9). */
export class EndpointClosed extends Error {
  override readonly name = "EndpointClosed";
  readonly endpoint: string;
  constructor(endpoint: string) {
    super(`${endpoint} is closed`);
    this.endpoint = endpoint;
  }
}

/** A close that was no synchronous close with an outcome (EXIT-6), or another breach of the runtime's own contract. */
export class MechanismFault extends Error {
  override readonly name = "MechanismFault";
}

/** A resource port that nobody provided. */
export class ResourceNotProvided extends Error {
  override readonly name = "ResourceNotProvided";
  constructor(port: string) {
    super(`nobody provides the resource ${port}`);
  }
}

/** A schema returned a thenable: it is asynchronous, or its value could not be delivered through a promise. */
export class SchemaNotSynchronous extends Error {
  override readonly name = "SchemaNotSynchronous";
}

/** `reason` `busy`: another call of this process holds the same context id of the same store. */
export class CheckpointUnavailable extends Error {
  override readonly name = "CheckpointUnavailable";
  readonly reason: "busy" | "missing" | "no-store" | "not-resumable";
  constructor(reason: "busy" | "missing" | "no-store" | "not-resumable", contextId: string) {
    super(`checkpoint of ${contextId}: ${reason}`);
    this.reason = reason;
  }
}

/** A Runner holds one call at a time; an Invocation runs once. */
export class EntryOccupied extends Error {
  override readonly name = "EntryOccupied";
}
