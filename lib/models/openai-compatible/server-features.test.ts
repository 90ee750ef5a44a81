import { describe, expect, it } from "vitest";
import { BELIEVED_MS, ONE_REFUSAL_MS, ServerFeatures, type Feature } from "./server-features";

const NONE = new Set<never>();
function featuresAt() {
  let now = 1_000;
  const features = new ServerFeatures(() => now);
  return { features, pass: (ms: number) => (now += ms) };
}

describe.each<Feature>(["tools", "json_schema", "streaming"])("%s", (feature) => {
  it("that was refused is tried again after a while, and left out anew when it is refused anew", () => {
    const { features, pass } = featuresAt();
    for (let time = 0; time < 3; time += 1) {
      expect(features.isUsable(feature)).toBe(true);
      expect(features.refused(feature, 400, "")).toBe(true);
      pass(BELIEVED_MS - 1);
      expect(features.isUsable(feature)).toBe(false);
      pass(1);
    }
    features.worked(feature, NONE);
    expect(features.isUsable(feature)).toBe(true);
  });

  it("that worked is not doubted for a while", () => {
    const { features, pass } = featuresAt();
    features.worked(feature, NONE);
    pass(BELIEVED_MS - 1);
    expect(features.refused(feature, 400, "")).toBe(false);
    expect(features.isUsable(feature)).toBe(true);
    pass(1);
    expect(features.refused(feature, 400, "")).toBe(true);
    expect(features.isUsable(feature)).toBe(false);
  });

  it("is not at fault for what is refused without it, and not for other failures", () => {
    const { features } = featuresAt();
    for (const status of [401, 404, 429, 500, 503])
      expect(features.refused(feature, status, "no")).toBe(false);
    features.refused(feature, 422, "");
    features.plainRefused(422);
    expect(features.isUsable(feature)).toBe(true);
  });
});

it("a parameter that was refused by name is sent again after a while", () => {
  const { features, pass } = featuresAt();
  const body = "temperature is not supported";
  expect(features.refusedParameter(400, body, features.omitted)).toBe("temperature");
  expect([...features.omitted]).toEqual(["temperature"]);
  expect(features.refusedParameter(400, body, features.omitted)).toBeNull();
  pass(BELIEVED_MS);
  expect([...features.omitted]).toEqual([]);
  expect(features.refusedParameter(400, body, features.omitted)).toBe("temperature");
  pass(BELIEVED_MS);
  features.worked(null, features.omitted);
  pass(-BELIEVED_MS);
  expect([...features.omitted]).toEqual([]);
});

it("of several that are tried again one question meets one refusal alone, and each gets its turn", () => {
  const { features, pass } = featuresAt();
  features.refused("tools", 400, "");
  features.refused("json_schema", 400, "");
  features.refusedParameter(400, "temperature", NONE);
  pass(BELIEVED_MS);
  expect(features.isUsable("tools") && features.isUsable("json_schema")).toBe(true);
  features.refused("tools", 400, "");
  expect(features.isUsable("json_schema")).toBe(false);
  expect([...features.omitted]).toEqual(["temperature"]);
  pass(ONE_REFUSAL_MS);
  expect(features.isUsable("tools")).toBe(false);
  expect(features.isUsable("json_schema")).toBe(true);
  expect([...features.omitted]).toEqual([]);
});
