/** What Interlock is: the words that every answer about it may use, whichever model gives it (REL-5). */
export const ABOUT_INTERLOCK =
  "Interlock diagnoses incidents under strict execution control with read-only queries against MySQL or MariaDB, and where they are set up against Prometheus and MCP servers. Every claim of a diagnosis cites a stored result and is checked before release. It also answers how-to questions from documents. It changes nothing.";
