/** Settings of the server, for administrators. */
import { z } from "zod";
import type { AuditState } from "../../contracts/access";
import {
  ChangeLimitsRequest,
  LimitsReply,
  SettingsReply,
  TestReply,
  TestRequest,
  type StoredLimits,
} from "../../contracts/settings";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

export const getSettings: ApiHandler = ({ settings }, request) => {
  readQuery(request, NoQuery);
  const { facts, limits } = settings;
  const reply = { sources: facts.sources(), model: facts.model(), limits: limits.facts() };
  return Promise.resolve(jsonResponse(SettingsReply.parse(reply)));
};

/** Asks a data source, or the model, whether it can be used. */
export const postSettingsTest: ApiHandler = async ({ settings }, request) => {
  readQuery(request, NoQuery);
  const tested = await settings.facts.test(await readBody(request, TestRequest));
  if (tested === null) throw new ProblemError("NOT_FOUND", "no data source has that name");
  return jsonResponse(TestReply.parse(tested));
};

/** 409 SETTING_CONFLICT carries the limits as they are. */
export const postLimits: ApiHandler = async ({ settings, actorName, noteAct }, request) => {
  readQuery(request, NoQuery);
  const body = await readBody(request, ChangeLimitsRequest);
  const outcome = await settings.limits.change(body, actorName);
  if (outcome.kind === "changed") {
    await noteAct({
      action: "settings.change",
      outcome: "changed",
      target: "limits",
      after: valuesOf(body.limits),
    });
    return jsonResponse(LimitsReply.parse({ limits: outcome.limits }));
  }
  const { changedBy } = outcome.limits;
  return problemResponse(
    "SETTING_CONFLICT",
    `${changedBy ?? "somebody else"} changed the limits meanwhile: look at them again, then decide`,
    { extra: LimitsReply.parse({ limits: outcome.limits }) },
  );
};

function valuesOf({ budget, maxRuns }: StoredLimits): AuditState {
  const values: [string, number | null | undefined][] = [...Object.entries(budget), ["maxRuns", maxRuns]];
  return Object.fromEntries(values.flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}
