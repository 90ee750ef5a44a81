/** Amounts as the console writes them. Pure. */
import { BUDGET_RESOURCE_TABLE, type BudgetResource } from "../contracts/budget";
import { formatDuration } from "./format-time";

/** "842", "8.9k", "1.2M". */
export function formatCount(value: number): string {
  const size = Math.abs(value);
  if (size < 1_000) return String(Math.round(value));
  if (size < 999_500) return `${short(value / 1_000)}k`;
  return `${short(value / 1_000_000)}M`;
}

/** "842 B", "24 kB", "1.2 MB", in steps of 1024. */
export function formatBytes(value: number): string {
  const size = Math.abs(value);
  if (size < 1_024) return `${Math.round(value)} B`;
  if (size < 1_024 * 1_024) return `${short(value / 1_024)} kB`;
  return `${short(value / 1_024 / 1_024)} MB`;
}

/** "41 %"; a share that is not nothing never reads as 0 %. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1 %";
  return `${Math.round(percent)} %`;
}

/** An amount of a budget resource in its own unit. */
export function formatResource(resource: BudgetResource, value: number): string {
  const unit = BUDGET_RESOURCE_TABLE[resource].unit;
  switch (unit) {
    case "calls":
    case "tokens":
      return formatCount(value);
    case "bytes":
      return formatBytes(value);
    case "ms":
      return formatSeconds(value);
  }
}

/** Wall time against its limit: one unit for both as long as that reads well. */
function formatSeconds(durationMs: number): string {
  if (durationMs >= 600_000) return formatDuration(durationMs);
  return durationMs < 100_000 ? `${trimmed(durationMs / 1_000)} s` : `${Math.round(durationMs / 1_000)} s`;
}

/** "1 call", "3 calls". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : many}`;
}

/** "run_01k9w3…7qf": enough to recognise, the whole is in the hover text and in copies. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 10)}…${id.slice(-4)}`;
}

function short(value: number): string {
  return Math.abs(value) < 9.95 ? trimmed(value) : value.toFixed(0);
}

function trimmed(value: number): string {
  const text = value.toFixed(1);
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}
