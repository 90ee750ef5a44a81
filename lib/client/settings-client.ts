import { DoneReply } from "../contracts/access";
import { SavedViewList, SavedViewReply, type SaveViewRequest } from "../contracts/saved-views";
import {
  LimitsReply,
  SettingsReply,
  TestReply,
  type ChangeLimitsRequest,
  type TestRequest,
} from "../contracts/settings";
import type { FetchLike } from "./api-client";
import { consoleFetch } from "./console-fetch";
import { sendJson } from "./send-json";

/** The routes of settings and saved views, typed. Errors are those of `sendJson`. */
class SettingsClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  read = () => sendJson(this.#fetch, SettingsReply, "GET", "/api/settings");
  test = (body: TestRequest) => sendJson(this.#fetch, TestReply, "POST", "/api/settings/test", body);
  changeLimits = (body: ChangeLimitsRequest) =>
    sendJson(this.#fetch, LimitsReply, "POST", "/api/settings/limits", body);

  listViews = () => sendJson(this.#fetch, SavedViewList, "GET", "/api/saved-views");
  saveView = (body: SaveViewRequest) =>
    sendJson(this.#fetch, SavedViewReply, "POST", "/api/saved-views", body);
  removeView = (viewId: string) =>
    sendJson(this.#fetch, DoneReply, "DELETE", `/api/saved-views/${encodeURIComponent(viewId)}`);
}

/** The client of the page's own origin. */
export const settingsClient = new SettingsClient(consoleFetch);
