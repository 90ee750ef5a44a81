/** Failures of a connection in words of the house: what the SDK or a server says may hold an address, a header, anything. */
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

/** Why a server could not be reached, as the end of a sentence. */
export function describeConnectFailure(error: unknown): string {
  if (error instanceof McpError) {
    if (error.code === Number(ErrorCode.RequestTimeout)) return "did not answer in time";
    if (error.code === Number(ErrorCode.ConnectionClosed)) return "ended before it had answered";
    return "refused the request";
  }
  const code = codeOf(error);
  if (code === "ENOENT") return "could not be started: there is no such program";
  if (code === "EACCES") return "could not be started: the program may not be run";
  return describeReach(error);
}

/** The connection stands: the server has said no, or has not said anything yet. */
export function isServersWord(error: unknown): boolean {
  return error instanceof McpError && error.code !== Number(ErrorCode.ConnectionClosed);
}

/** Why a request did not get through, as a clause. */
export function describeSendFailure(error: unknown): string {
  return `the server ${describeReach(error)}`;
}

/** The server has answered the request, and the session may go on. */
export function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof StreamableHTTPError) || error.code === undefined) return false;
  return error.code >= 400 && ![401, 403, 404].includes(error.code);
}

function describeReach(error: unknown): string {
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0) {
    if (error.code === 401 || error.code === 403)
      return `did not accept the credentials (HTTP ${error.code})`;
    if (error.code === 404) return "does not know the session or the address (HTTP 404)";
    return `answered with HTTP ${error.code}`;
  }
  const code = codeOf(error);
  return code === null
    ? "could not be reached, or does not speak the protocol"
    : `could not be reached (${code})`;
}

/** The system's own short code, from the error or from what caused it. */
function codeOf(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(at.code)) return at.code;
  }
  return null;
}
