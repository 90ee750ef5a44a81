/**
 * The way to one MCP server: connects when it is needed, once at a time, and after a failure not before a pause that grows. Whoever needs the server
 * in that pause is told at once that it is down.
 */
import type { ToolErrorCode } from "../contracts/evidence";
import type { McpServerSetting } from "./mcp-server-setting";
import { McpSession, type SessionLimits } from "./mcp-session";
import type { OfferedTool } from "./offered-tool";
import { describeConnectFailure, isServersWord } from "./server-failure";
import type { Time } from "./time";

export type CallableSession = Pick<McpSession, "tools" | "call">;
export type Reached =
  | { readonly ok: true; readonly session: CallableSession }
  | { readonly ok: false; readonly code: ToolErrorCode; readonly message: string };

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface ConnectionMeans {
  readonly time: Time;
  readonly limits: SessionLimits;
  readonly onFault: (server: string, error: unknown) => void;
}

/** What a call needs of its server. */
export interface ServerDoor {
  readonly name: string;
  /** A session whose list of tools is current. Never rejects. */
  reach(): Promise<Reached>;
  /** A call was answered: the server works. */
  noteAnswer(): void;
}

export class ServerConnection implements ServerDoor {
  private session: McpSession | null = null;
  /** On its way to be the session. */
  private opening: McpSession | null = null;
  private connecting: Promise<Reached> | null = null;
  /** Since a call or a list was last answered. */
  private failures = 0;
  private pausedUntil = 0;
  private lastFailure = "";
  private lastKnown: ReadonlyMap<string, OfferedTool> | null = null;
  private closed = false;

  constructor(
    readonly setting: McpServerSetting,
    private readonly means: ConnectionMeans,
  ) {}

  get name(): string {
    return this.setting.name;
  }

  /** What the server offered when it was last asked; null when it never was. */
  get known(): ReadonlyMap<string, OfferedTool> | null {
    return this.session?.tools ?? this.lastKnown;
  }

  /** Connects or reads a changed list in the background, so that the next one who asks need not wait. */
  poke(): void {
    if (this.session === null || this.session.isStale) void this.reach();
  }

  reach(): Promise<Reached> {
    this.connecting ??= this.reachOnce().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  noteAnswer(): void {
    this.failures = 0;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([this.opening?.close(), this.session?.close()]);
    await this.connecting;
  }

  private async reachOnce(): Promise<Reached> {
    const { time } = this.means;
    if (this.closed) return this.down("is not used any more");
    const pauseMs = this.pausedUntil - time.now();
    if (this.session === null && pauseMs > 0) {
      return this.down(`${this.lastFailure}; it is tried again in ${Math.ceil(pauseMs / 1_000)} s`);
    }
    return this.session === null ? this.open() : this.renew(this.session);
  }

  private async open(): Promise<Reached> {
    const { time, limits, onFault } = this.means;
    const { name } = this.setting;
    const session = new McpSession(this.setting, {
      time,
      limits,
      onOver: (over) => this.drop(over),
      onFault: (error) => onFault(name, error),
    });
    this.opening = session;
    try {
      await session.start();
      if (session.isOver) throw new Error("the session ended as it began");
    } catch (error) {
      onFault(name, error);
      this.pause(describeConnectFailure(error));
      return this.down(this.lastFailure);
    } finally {
      this.opening = null;
    }
    this.session = session;
    return this.reached(session);
  }

  /** A server that is slow to list its tools is not given up for that: it may be at work for other runs. */
  private async renew(session: McpSession): Promise<Reached> {
    const { onFault } = this.means;
    const { name } = this.setting;
    try {
      await session.refresh();
      return this.reached(session);
    } catch (error) {
      onFault(name, error);
      const failure = describeConnectFailure(error);
      if (!isServersWord(error)) await session.close().catch((fault: unknown) => onFault(name, fault));
      return this.down(failure);
    }
  }

  private reached(session: McpSession): Reached {
    this.lastKnown = session.tools;
    return { ok: true, session };
  }

  private drop(session: McpSession): void {
    if (this.session !== session) return;
    this.session = null;
    if (!this.closed) this.pause("ended while it was in use");
  }

  private pause(failure: string): void {
    this.lastFailure = failure;
    this.pausedUntil =
      this.means.time.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
    this.failures += 1;
  }

  private down(why: string): Reached {
    return {
      ok: false,
      code: "CONNECTION_FAILED",
      message: `The MCP server "${this.setting.name}" ${why}.`,
    };
  }
}
