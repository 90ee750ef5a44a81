/** Resource ports: what a scene needs (`defineResource`), and what a host provides for it (`provide`). */
import type { CancelListener, CancelSignal } from "./cancel-signal";

/** One operation in flight, as its implementation sees it. */
export interface ResourceOperation {
  /** The call's fixed signal. */
  readonly signal: CancelSignal;
  /**
   * A call that must stop on cancel subscribes here: the stop is sent while the body still waits for the result
   * (EXIT-9). At once when already cancelled; no longer when the operation has settled.
   */
  onCancel(stop: CancelListener): void;
  /**
   * Runs when the window closes while the operation is unsettled: repeat the same stop, idempotently, for an
   * operation that nobody awaited (EXIT-9). Synchronous; a returned promise is a mechanism failure (EXIT-6).
   */
  onClose(cleanup: () => void): void;
}

/** One window being opened, as a port's implementation sees it. */
export interface ResourceWindow {
  readonly signal: CancelSignal;
  /** Runs when the window closes, also when building a later port failed (EXIT-11). Synchronous. */
  onClose(cleanup: () => void): void;
}

/** Endpoints are asynchronous functions. */
export type Endpoints<E> = { readonly [K in keyof E]: (...args: never[]) => Promise<unknown> };

/** The same operations, each given its ResourceOperation first. */
export type ResourceImplementation<E> = {
  readonly [K in keyof E]: E[K] extends (...args: infer A) => Promise<infer R>
    ? (operation: ResourceOperation, ...args: A) => R | Promise<R>
    : never;
};

export interface ResourcePort<E> {
  readonly name: string;
  /** `open` is called once per window, when the window is opened. */
  provide(open: (window: ResourceWindow) => ResourceImplementation<E>): ResourceBinding<E>;
  /** For inference only; never present. */
  readonly endpoints?: E;
}

/** A port with its implementation: an object whose own enumerable functions are the operations. */
export interface ResourceBinding<E = unknown> {
  readonly port: ResourcePort<E>;
  readonly open: (window: ResourceWindow) => object;
}

export type EndpointsOf<P> = P extends ResourcePort<infer E> ? E : never;

/**
 * Declares a resource port.
 * @example const files = defineResource<{ write(path: string, content: string): Promise<void> }>("files");
 */
export function defineResource<E extends Endpoints<E>>(name: string): ResourcePort<E> {
  const port: ResourcePort<E> = {
    name,
    provide: (open) => ({ port, open }),
  };
  return port;
}
