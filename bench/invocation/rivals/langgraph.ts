/** LangGraph: a compiled graph with the child as a compiled subgraph, and a node that accepts its value. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { Contender } from "../contender";
import { readUntilAborted } from "../read-until-aborted";

const State = Annotation.Root({
  key: Annotation<number>(),
  value: Annotation<number>(),
  answer: Annotation<number>(),
});

export const contender: Contender = {
  open(store) {
    const child = new StateGraph(State)
      .addNode("read", async ({ key }, { signal }) => {
        if (signal === undefined) throw new TypeError("the node was given no signal");
        return { value: (await readUntilAborted(store, key, signal)) * 2 };
      })
      .addEdge(START, "read")
      .addEdge("read", END)
      .compile();
    const parent = new StateGraph(State)
      .addNode("child", child)
      .addNode("accept", ({ value }) => {
        store.accept(value);
        return { answer: value + 1 };
      })
      .addEdge(START, "child")
      .addEdge("child", "accept")
      .addEdge("accept", END)
      .compile();
    const run = async (key: number, signal: AbortSignal): Promise<number> =>
      (await parent.invoke({ key }, { signal })).answer;
    return {
      call: (key) => run(key, new AbortController().signal),
      begin(key) {
        const controller = new AbortController();
        return { result: run(key, controller.signal), stop: () => controller.abort() };
      },
    };
  },
};
