import "server-only";
import pino from "pino";
import { StoreHeldError } from "../persistence/store-hold";
import { EnvironmentError, readEnvironment, type InterlockEnvironment } from "./environment";
import { createInterlock, type Interlock } from "./interlock";

interface Instance {
  readonly environment: InterlockEnvironment;
  readonly interlock: Promise<Interlock>;
}

declare global {
  // globalThis is shared between route handlers and instrumentation; module variables are not.
  var interlockInstance: Instance | undefined;
}

/** The server's one Interlock, opened on first use. Rejects when it cannot be opened; the next use tries again. */
export function getInterlock(): Promise<Interlock> {
  return getInstance().interlock;
}

export function getInstance(): Instance {
  const existing = globalThis.interlockInstance;
  if (existing !== undefined) return existing;
  const environment = environmentOrExplain();
  const log = pino({ level: environment.logLevel, serializers: { error: pino.stdSerializers.err } });
  const interlock = createInterlock(environment, log);
  const instance = { environment, interlock };
  globalThis.interlockInstance = instance;
  interlock.then(endWhenLost, (error: unknown) => {
    if (error instanceof StoreHeldError || error instanceof EnvironmentError)
      console.error(`Interlock: ${error.message}`);
    else log.error({ error }, "Interlock could not be opened");
    if (globalThis.interlockInstance === instance) globalThis.interlockInstance = undefined;
  });
  return instance;
}

/** RUN-18: without its store a process goes as one that is killed does, and writes nothing more. */
function endWhenLost({ lost }: Interlock): void {
  void lost.then(({ message }) => {
    console.error(`Interlock: ${message}`);
    process.exit(1);
  });
}

/** A wrong environment is said on the console before it is thrown: there is no log yet. */
function environmentOrExplain(): InterlockEnvironment {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof EnvironmentError) console.error(`Interlock: ${error.message}`);
    throw error;
  }
}
