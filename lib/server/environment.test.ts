import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

const STORE = { DATABASE_URL: "mysql://root@127.0.0.1:3306/store" };
const MODEL = { ...STORE, MODEL_BASE_URL: "http://127.0.0.1:11434/v1", MODEL_ID: "qwen3" };

describe("the language model's settings", () => {
  it("are none unless address and model are set, and both of these together", () => {
    expect(readEnvironment({ ...STORE, GUARD_MODEL_ID: "g" }).languageModel).toBeNull();
    expect(() => readEnvironment({ ...STORE, MODEL_ID: "qwen3" })).toThrow(EnvironmentError);
  });

  it("let guard and router have the same model, unless they have one of their own", () => {
    expect(readEnvironment(MODEL).languageModel).toEqual({
      baseUrl: "http://127.0.0.1:11434/v1",
      apiKey: null,
      modelId: "qwen3",
      guardModelId: "qwen3",
      routerModelId: "qwen3",
      callTimeoutMs: 60_000,
    });
    const own = {
      ...MODEL,
      GUARD_MODEL_ID: "g",
      ROUTER_MODEL_ID: "r",
      MODEL_TIMEOUT_MS: "9000",
      MODEL_API_KEY: "k",
    };
    expect(readEnvironment(own).languageModel).toMatchObject({
      apiKey: "k",
      guardModelId: "g",
      routerModelId: "r",
      callTimeoutMs: 9_000,
    });
  });

  it.each([
    ["MODEL_BASE_URL", "ftp://127.0.0.1/v1"],
    ["MODEL_BASE_URL", "http://user:secret-1@127.0.0.1/v1"],
    ["MODEL_API_KEY", "secret-2\nX-More: 1"],
    ["MODEL_TIMEOUT_MS", "0"],
    ["MODEL_TIMEOUT_MS", "300001"],
  ])("are refused by name, and never repeated: %s", (name, value) => {
    const read = () => readEnvironment({ ...MODEL, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });
});
