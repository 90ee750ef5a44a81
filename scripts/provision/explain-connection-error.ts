import { isReadOnlyServer, serverRefusalOf } from "../../prisma/migrate/server-refusal";
import type { DatabaseAddress } from "./database-url";
import { SetupProblem } from "./setup-problem";

/**
 * Says which part of a database URL is wrong: the host, the port, the account or the database. The message never
 * holds the password. An error of another kind comes back as it is.
 */
export function explainConnectionError(error: unknown, variable: string, address: DatabaseAddress): unknown {
  const problem = (message: string, remedy: string): SetupProblem =>
    new SetupProblem(`${variable}: ${message}`, remedy, { cause: error });
  const place = `${address.host}:${address.port}`;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return problem(
        `the host ${address.host} is unknown.`,
        "Check the host's name in the URL, and the network.",
      );
    case "ECONNREFUSED":
      return problem(
        `nothing listens at ${place}.`,
        "Start that server, or check the host and the port in the URL.",
      );
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return problem(
        `${place} does not answer.`,
        "Check the host and the port in the URL, the network and its firewall.",
      );
    case "ER_ACCESS_DENIED_ERROR":
    case "ER_ACCESS_DENIED_NO_PASSWORD_ERROR":
      return problem(
        `the server at ${place} refuses the account ${address.user} or its password.`,
        "Check the user and the password in the URL; characters such as @ : / # have to be percent-encoded.",
      );
    case "ER_HOST_NOT_PRIVILEGED":
    case "ER_HOST_IS_BLOCKED":
      return problem(
        `the server at ${place} lets no account in from this machine.`,
        "Grant the account access from here.",
      );
    case "ER_BAD_DB_ERROR":
      return problem(
        `there is no database ${address.database} at ${place}.`,
        `Create it: CREATE DATABASE \`${address.database}\` CHARACTER SET utf8mb4;`,
      );
    case "ER_DBACCESS_DENIED_ERROR":
      return problem(
        `the account ${address.user} may not use the database ${address.database} at ${place}, or there is none.`,
        `Create it and grant it: GRANT ALL PRIVILEGES ON \`${address.database}\`.* TO the account;`,
      );
    case "ER_CON_COUNT_ERROR":
    case "ER_TOO_MANY_USER_CONNECTIONS":
      return problem(
        `the server at ${place} has no connection left.`,
        "Raise its max_connections or free some.",
      );
    case "HANDSHAKE_NO_SSL_SUPPORT":
    case "HANDSHAKE_SSL_ERROR":
    case "PROTOCOL_CONNECTION_LOST":
    case "PROTOCOL_UNEXPECTED_PACKET":
    case "ECONNRESET":
      return problem(
        `what listens at ${place} does not speak the MySQL protocol.`,
        "Check the host and the port.",
      );
    default:
      return explainRefusal(error, place, problem);
  }
}

function explainRefusal(
  error: unknown,
  place: string,
  problem: (message: string, remedy: string) => SetupProblem,
): unknown {
  const refusal = serverRefusalOf(error);
  if (refusal === undefined) return error;
  const words = `${refusal.message} (${refusal.code}).`;
  return isReadOnlyServer(refusal)
    ? problem(
        `the server at ${place} takes no changes: ${words}`,
        "Name one that does: this one is a replica, or was set to read-only.",
      )
    : problem(`the server at ${place} says: ${words}`, "Put that right on the server, then start again.");
}
