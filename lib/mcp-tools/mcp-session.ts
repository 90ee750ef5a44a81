/**
 * One initialized connection to an MCP server, shared by runs. Owns the client, the list of allow-listed tools, and the calls that were sent.
 * Over when the process or the connection is; it is never opened again.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  ToolListChangedNotificationSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { core } from "zod";
import type { McpServerSetting } from "./mcp-server-setting";
import { toOfferedTool, type OfferedTool } from "./offered-tool";
import { describeSendFailure, isRefusedRequest } from "./server-failure";
import type { Time } from "./time";
import { watchedFetch, type ResponseEnd, type WatchedFetch } from "./watched-fetch";
import { WatchedTransport, type WatchableTransport } from "./watched-transport";

export interface SessionLimits {
  /** Until the server has answered the first requests, ms. */
  readonly connectMs: number;
  /** One list of tools, ms. */
  readonly listMs: number;
  /** How old a list may be when it is used, ms. */
  readonly listAgeMs: number;
  /** Bytes of one message (stdio) or one response (HTTP). */
  readonly messageBytes: number;
  /** Pages of one list of tools. */
  readonly listPages: number;
}
export const SESSION_LIMITS: SessionLimits = {
  connectMs: 30_000,
  listMs: 10_000,
  listAgeMs: 60_000,
  messageBytes: 16 * 1024 * 1024,
  listPages: 20,
};

/** How a call that was sent came to its end. */
export type CallAnswer =
  | { readonly kind: "result"; readonly result: CallToolResult }
  /** A JSON-RPC error. */
  | { readonly kind: "refused"; readonly message: string }
  /** An answer that is no tool result. */
  | { readonly kind: "malformed" }
  | { readonly kind: "too_large" }
  | { readonly kind: "timeout" }
  /** `certain`: the server itself ended it, so nothing of the call goes on there. */
  | { readonly kind: "ended"; readonly certain: boolean; readonly how: string };

export interface SentCall {
  /** Always fulfils, within the call's time. */
  readonly answer: Promise<CallAnswer>;
  /** Sends the protocol's cancellation. The answer may still come. */
  cancel(): void;
}

/** How long an answer may take from the end of its response to here, ms. */
const STREAM_TAIL_MS = 250;
/** Connections are made anew by the next call, not by the SDK in the middle of one. */
const NO_RECONNECTION = {
  maxRetries: 0,
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1,
};
/** What the SDK puts before the words of a server. */
const SDK_PREFIX = /^(?:MCP error -?\d+: )+/;
const CLIENT = { name: "interlock", version: "0.1.0" };

export interface SessionMeans {
  readonly time: Time;
  readonly limits: SessionLimits;
  readonly onOver: (session: McpSession) => void;
  /** Something that fails no call by itself. */
  readonly onFault: (error: unknown) => void;
}

export class McpSession {
  private readonly client = new Client(CLIENT, { capabilities: {} });
  private readonly transport: WatchedTransport;
  private readonly http: WatchedFetch | null;
  /** Calls over HTTP whose response has not ended, and what to tell them when it does. */
  private readonly responses = new Map<number, (end: ResponseEnd) => void>();
  private offered: ReadonlyMap<string, OfferedTool> = new Map();
  private changed = true;
  private listedAt = 0;
  private listing: Promise<void> | null = null;
  private over = false;
  private overflowed = false;

  constructor(
    private readonly setting: McpServerSetting,
    private readonly means: SessionMeans,
  ) {
    this.http =
      setting.transport === "http"
        ? watchedFetch(means.limits.messageBytes, (id, end) => this.responses.get(id)?.(end))
        : null;
    this.transport = new WatchedTransport(openTransport(setting, means.limits, this.http));
  }

  /** Connects and reads the list of tools; once. @throws whatever the SDK throws when the server cannot be reached or does not speak the protocol */
  async start(): Promise<void> {
    const { limits, onFault } = this.means;
    this.client.onclose = () => this.end();
    this.client.onerror = (error) => {
      if (/exceeded maximum size/.test(error.message)) this.overflowed = true;
      onFault(error);
    };
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.changed = true;
    });
    try {
      await this.client.connect(this.transport, { timeout: limits.connectMs });
      await this.refresh();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** By the server's own names; allow-listed ones alone. */
  get tools(): ReadonlyMap<string, OfferedTool> {
    return this.offered;
  }

  get isOver(): boolean {
    return this.over;
  }

  /** The server said that its tools have changed, or they were not asked for in a while: not every server says so, and not every word arrives. */
  get isStale(): boolean {
    return this.changed || this.means.time.now() - this.listedAt > this.means.limits.listAgeMs;
  }

  /** Reads the list of tools where it is stale; one reading at a time. @throws what the SDK throws */
  async refresh(): Promise<void> {
    // A server may go on telling of changes for ever.
    for (let reading = 0; this.isStale && reading < 3; reading += 1) {
      this.listing ??= this.list().finally(() => {
        this.listing = null;
      });
      await this.listing;
    }
  }

  call(tool: string, args: Readonly<Record<string, unknown>>, timeoutMs: number): SentCall {
    const asked = this.client.request(
      { method: "tools/call", params: { name: tool, arguments: args } },
      CallToolResultSchema,
      { timeout: timeoutMs },
    );
    // The SDK sends within the call above, so the last request is this one.
    const requestId = this.transport.lastRequestId;
    const answered = asked.then(
      (result): CallAnswer => ({ kind: "result", result }),
      (error: unknown) => this.classify(error),
    );
    if (requestId === null) return { answer: answered, cancel: () => undefined };
    const answer = this.http === null ? answered : Promise.race([answered, this.responseEnd(requestId)]);
    return {
      answer: answer.finally(() => {
        this.responses.delete(requestId);
        this.http?.abandon(requestId);
      }),
      cancel: () => this.sendCancellation(requestId),
    };
  }

  /** Ends the connection; for a process, within some seconds whatever it does. */
  async close(): Promise<void> {
    if (this.over) return;
    this.end();
    await this.client.close();
  }

  private async list(): Promise<void> {
    const { listMs, listPages } = this.means.limits;
    // A change that is told while the list is read makes it stale again.
    this.changed = false;
    const found = new Map<string, OfferedTool>();
    const allowed = new Map(this.setting.allow.map((entry) => [entry.tool, entry]));
    let cursor: string | undefined;
    try {
      for (let page = 0; page < listPages; page += 1) {
        // Not the SDK's own listTools: that compiles every schema that the server sends.
        const { tools, nextCursor } = await this.client.request(
          { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
          ListToolsResultSchema,
          { timeout: listMs },
        );
        for (const tool of tools) {
          const entry = allowed.get(tool.name);
          if (entry !== undefined && !found.has(tool.name)) found.set(tool.name, toOfferedTool(tool, entry));
        }
        if (nextCursor === undefined) break;
        cursor = nextCursor;
      }
    } catch (error) {
      this.changed = true;
      throw error;
    }
    this.offered = found;
    this.listedAt = this.means.time.now();
  }

  private sendCancellation(requestId: number): void {
    const { onFault } = this.means;
    this.client
      .notification({
        method: "notifications/cancelled",
        params: { requestId, reason: "the run that made the call has ended" },
      })
      .catch(onFault);
  }

  private responseEnd(requestId: number): Promise<CallAnswer> {
    return new Promise((resolve) => {
      this.responses.set(requestId, (end) => {
        if (end === "too_large") {
          resolve({ kind: "too_large" });
          return;
        }
        // The answer that the response brought may still be on its way through the SDK.
        this.means.time.after(STREAM_TAIL_MS, () => {
          const how =
            end === "finished"
              ? "the server ended its response without an answer"
              : "the connection was lost before the server had answered";
          resolve({ kind: "ended", certain: end === "finished", how });
        });
      });
    });
  }

  private classify(error: unknown): CallAnswer {
    if (this.overflowed) return { kind: "too_large" };
    if (this.over) {
      const how = this.http === null ? "the server's process ended" : "the connection was closed";
      return { kind: "ended", certain: this.http === null, how };
    }
    if (error instanceof McpError) {
      return error.code === Number(ErrorCode.RequestTimeout)
        ? { kind: "timeout" }
        : { kind: "refused", message: error.message.replace(SDK_PREFIX, "") };
    }
    if (error instanceof core.$ZodError || error instanceof SyntaxError) return { kind: "malformed" };
    // Whoever comes next has to connect anew, unless the server has only refused this one request.
    if (!isRefusedRequest(error)) void this.close().catch(this.means.onFault);
    return { kind: "ended", certain: false, how: describeSendFailure(error) };
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.means.onOver(this);
  }
}

function openTransport(
  setting: McpServerSetting,
  limits: SessionLimits,
  http: WatchedFetch | null,
): WatchableTransport {
  if (setting.transport === "stdio") {
    return new StdioClientTransport({
      command: setting.command,
      args: [...setting.args],
      env: { ...setting.env },
      // What a server writes there is its own; it may hold anything.
      stderr: "ignore",
      maxBufferSize: limits.messageBytes,
      ...(setting.cwd === null ? {} : { cwd: setting.cwd }),
    });
  }
  return new StreamableHTTPClientTransport(new URL(setting.url), {
    requestInit: { headers: { ...setting.headers } },
    reconnectionOptions: NO_RECONNECTION,
    ...(http === null ? {} : { fetch: http.fetch }),
  });
}
