/** Times and durations as the console writes them. Pure: "now" is always an argument. */

/** "0.4 ms", "812 ms", "3.4 s", "2 min 05 s", "1 h 04 min". Negative durations keep their sign. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 0) return `−${formatDuration(-durationMs)}`;
  if (durationMs === 0) return "0 ms";
  if (durationMs < 9.95) return `${trimZero(durationMs.toFixed(1))} ms`;
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** A ticking clock: "0:18", "12:05", "1:02:03". Whole seconds, rounded down. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** "now", "12 s ago", "3 min ago", "2 h ago", "4 d ago". */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < 5) return "now";
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} d ago`;
}

/** Local time of day with its zone, "14:31:42 UTC+1": evidence is in UTC, so a clock never stands without its zone. */
export function formatClock(at: number): string {
  return `${clock(at)} ${formatZone(at)}`;
}

/** Local time of day with milliseconds and zone, "14:31:42.108 UTC+1". */
export function formatClockMs(at: number): string {
  return `${clockMs(at)} ${formatZone(at)}`;
}

/** The zone that local times are in at that instant: "UTC", "UTC+1", "UTC−3:30". */
function formatZone(at: number): string {
  const { sign, hours, minutes } = zoneOffset(at);
  if (hours === 0 && minutes === 0) return "UTC";
  return `UTC${sign}${hours}${minutes === 0 ? "" : `:${pad(minutes)}`}`;
}

/** The exact local instant, "2026-11-30 14:31:42.108 UTC+01:00". */
export function formatExact(at: number): string {
  const time = new Date(at);
  const { sign, hours, minutes } = zoneOffset(at);
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date} ${clockMs(at)} UTC${sign}${pad(hours)}:${pad(minutes)}`;
}

/** The exact local instant and, where that differs, the same in UTC on a second line: the text of a hint. */
export function formatExactHint(at: number): string {
  const { hours, minutes } = zoneOffset(at);
  if (hours === 0 && minutes === 0) return formatExact(at);
  const utc = new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");
  return `${formatExact(at)}\n${utc}`;
}

function zoneOffset(at: number): { sign: "+" | "−"; hours: number; minutes: number } {
  const offset = -new Date(at).getTimezoneOffset();
  const size = Math.abs(offset);
  return { sign: offset < 0 ? "−" : "+", hours: Math.floor(size / 60), minutes: size % 60 };
}

function clock(at: number): string {
  const time = new Date(at);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

function clockMs(at: number): string {
  return `${clock(at)}.${String(Math.floor(at) % 1000).padStart(3, "0")}`;
}

/** "+1.6 ms" after a reference point. */
export function formatOffset(at: number, reference: number): string {
  const offset = at - reference;
  return `${offset < 0 ? "" : "+"}${formatDuration(offset)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}
