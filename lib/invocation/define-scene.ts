import { InvocationWorkBinding } from "./invocation-work-binding";
import type { ProgressType, Scene, SceneDefinition, SceneDeps } from "./scene";

const PROGRESS = Object.freeze({});

/** @example defineScene({ …, progress: progressOf<{ step: string }>(), … }) */
export function progressOf<Delta>(): ProgressType<Delta> {
  return PROGRESS;
}

/**
 * Defines a scene. The input's type is the annotation of `run`'s second parameter.
 * @example
 * const greet = defineScene({
 *   name: "greet", deps: { resources: { files } }, output: z.string(),
 *   async run(work, who: string) { await work.resources.files.write("log", who); return `Hello, ${who}`; },
 * });
 */
export function defineScene<const D extends SceneDeps, O, I = void, C = never, Delta = never>(
  definition: SceneDefinition<D, I, O, C, Delta>,
): Scene<I, O, Delta> {
  const { children = {}, resources = {} } = definition.deps;
  const requires = new Set(Object.values(resources));
  for (const child of Object.values(children)) for (const port of child.requires) requires.add(port);
  return { name: definition.name, requires, bind: () => new InvocationWorkBinding(definition) };
}
