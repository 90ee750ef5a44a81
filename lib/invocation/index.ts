/** The public face of lib/invocation. Other rooms import from here alone. */
export { CancelSignal, CancelSource, InvocationCancelled, type CancelListener } from "./cancel-signal";
export type { CheckpointEnding, CheckpointStore, SavedCheckpoint } from "./checkpoint-store";
export { ChildCallFailure } from "./child-call-failure";
export type { Acceptance, ChildCounts } from "./children";
export type { ContextState, ContextTerminal, ParentRelation } from "./context-state";
export { defineScene, progressOf } from "./define-scene";
export type { ExitMoment, ExitMoments } from "./exit-record";
export type { FeedbackStep, InteractionAccess, InteractionReader } from "./interaction-reader";
export {
  defineInteraction,
  Interaction,
  Interactions,
  type GiveFeedback,
  type InteractionPort,
  type InteractionState,
} from "./interactions";
export { Invocation, type InvocationOptions } from "./invocation";
export type { FailureOrigin, FailurePart, InvocationFailure } from "./invocation-failure";
export { createInvocationHost, type HostOptions, type InvocationHost } from "./invocation-host";
export type {
  CallEntry,
  InvocationContext,
  InvocationWork,
  InvokeOptions,
  RunningInvocation,
  WorkCheckpoint,
} from "./invocation-work";
export type { IsolatedFault, IsolatedFaultSink } from "./isolated-faults";
export { MemoryCheckpointStore } from "./memory-checkpoint-store";
export type { CallEnding, InvocationObserver, ObservedCall } from "./observer";
export { failed, succeeded, type OperationOutcome } from "./operation-outcome";
export type { Clock, Schema } from "./ports";
export {
  CheckpointUnavailable,
  EndpointClosed,
  EntryOccupied,
  MechanismFault,
  ResourceNotProvided,
  SchemaNotSynchronous,
} from "./refusals";
export {
  defineResource,
  type EndpointsOf,
  type ResourceBinding,
  type ResourceImplementation,
  type ResourceOperation,
  type ResourcePort,
  type ResourceWindow,
} from "./resource-port";
export { Runner, type RunnerCall, type RunOptions } from "./runner";
export type {
  ChildEndpoint,
  CheckpointEndpoint,
  ProgressType,
  Scene,
  SceneDefinition,
  SceneDeps,
  SceneWork,
} from "./scene";
export { UninspectableThrown, type ThrownSummary } from "./thrown-value";
