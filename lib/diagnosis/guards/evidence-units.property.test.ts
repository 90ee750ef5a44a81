import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

const RUNS = { numRuns: 400 };

function stands(text: string, column: string, cell: string): boolean {
  const record = readyRecord({ columns: [column], rows: [[cell]] });
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return !checkEvidence(draft, storeOf([record]), "why?").some(({ claim }) => claim !== null);
}

/** Columns and units of one dimension, with how many of its smallest unit each one is. */
const DIMENSIONS = [
  {
    columns: [
      ["wait_us", 1n],
      ["wait_ms", 1_000n],
      ["wait_s", 1_000_000n],
      ["wait_seconds", 1_000_000n],
      ["wait_minutes", 60_000_000n],
      ["wait_hours", 3_600_000_000n],
    ],
    units: [
      ["µs", 1n],
      ["ms", 1_000n],
      ["s", 1_000_000n],
      ["seconds", 1_000_000n],
      ["min", 60_000_000n],
      ["h", 3_600_000_000n],
      ["days", 86_400_000_000n],
    ],
  },
  {
    columns: [
      ["size_bytes", 1n],
      ["size_kb", 1_000n],
      ["size_kib", 1_024n],
      ["size_mb", 1_000_000n],
      ["size_mib", 1_048_576n],
    ],
    units: [
      ["bytes", 1n],
      ["kB", 1_000n],
      ["KiB", 1_024n],
      ["MB", 1_000_000n],
      ["MiB", 1_048_576n],
      ["GB", 1_000_000_000n],
      ["GiB", 1_073_741_824n],
    ],
  },
  {
    columns: [
      ["hit_pct", 1n],
      ["hit_percent", 1n],
    ],
    units: [
      ["%", 1n],
      ["percent", 1n],
    ],
  },
] as const;
const FOREIGN_UNITS = [
  ["GB", "%", "EUR"],
  ["ms", "%", "months"],
  ["s", "MiB", "per second"],
] as const;

const scene = fc.constantFrom(0, 1, 2).chain((index) => {
  const dimension = DIMENSIONS[index] ?? DIMENSIONS[0];
  return fc.record({
    index: fc.constant(index),
    column: fc.constantFrom(...dimension.columns),
    unit: fc.constantFrom(...dimension.units),
    cell: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    decimals: fc.integer({ min: 0, max: 4 }),
  });
});

/** The cell in the unit, times 10^decimals, rounded half up: the oracle, by other means than the guard's. */
function converted(cell: bigint, from: bigint, to: bigint, decimals: number): bigint {
  return (2n * cell * from * 10n ** BigInt(decimals) + to) / (2n * to);
}
function written(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
/** Is what rounding took away a fifth of the true value at most? Without a conversion any rounding stands. */
function isKept(units: bigint, cell: bigint, from: bigint, to: bigint, decimals: number): boolean {
  if (from === to) return true;
  const exact = cell * from * 10n ** BigInt(decimals);
  const loss = exact - units * to;
  return (loss < 0n ? -loss : loss) * 5n <= exact;
}

describe("a number converted into another unit", () => {
  it("stands when it is the cell's, rounded, unless rounding takes away too much", () => {
    fc.assert(
      fc.property(scene, ({ column: [column, from], unit: [unit, to], cell, decimals }) => {
        const units = converted(cell, from, to, decimals);
        const said = `it is ${written(units, decimals)} ${unit} now`;
        expect(stands(said, column, String(cell))).toBe(isKept(units, cell, from, to, decimals));
      }),
      RUNS,
    );
  });

  it("falls with one digit changed", () => {
    fc.assert(
      fc.property(
        scene,
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        ({ column: [column, from], unit: [unit, to], cell, decimals }, place, by) => {
          const digits = written(converted(cell, from, to, decimals), decimals);
          const places = [...digits].flatMap((one, index) => (/\d/.test(one) ? [index] : []));
          const at = places[place % places.length] ?? 0;
          const changed =
            digits.slice(0, at) + String((Number(digits.charAt(at)) + by) % 10) + digits.slice(at + 1);
          expect(stands(`it is ${changed} ${unit} now`, column, String(cell))).toBe(false);
        },
      ),
      RUNS,
    );
  });

  it("falls with a unit of the same dimension that makes it another value, and with one of another dimension", () => {
    fc.assert(
      fc.property(scene, fc.nat(), ({ index, column: [column, from], unit: [unit, to], cell }, pick) => {
        const number = String(cell);
        // "1 KiB" rounds to "1 kB".
        const same = converted(cell, from, to, 0) === cell && isKept(cell, cell, from, to, 0);
        expect(stands(`it is ${number} ${unit} now`, column, number)).toBe(same);
        const foreign = FOREIGN_UNITS[index]?.[pick % 3] ?? "EUR";
        expect(stands(`it is ${number} ${foreign} now`, column, number)).toBe(false);
      }),
      RUNS,
    );
  });

  it("reads a share of one as percent, and nothing else as one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.nat({ max: 2 }), (tenThousandths, decimals) => {
        const cell = `0.${String(tenThousandths).padStart(4, "0")}`;
        const percent = converted(BigInt(tenThousandths), 1n, 100n, decimals);
        const kept = isKept(percent, BigInt(tenThousandths), 1n, 100n, decimals);
        const said = `${written(percent, decimals)} % of it`;
        expect(stands(said, "failed_ratio", cell)).toBe(kept);
        expect(stands(`${cell} % of it`, "failed_ratio", cell)).toBe(false);
        expect(stands(`${cell} of it`, "failed_ratio", cell)).toBe(true);
      }),
      RUNS,
    );
  });

  it("takes any unit on a column that states none, and converts nothing there", () => {
    fc.assert(
      fc.property(scene, ({ unit: [unit], cell }) => {
        expect(stands(`it is ${cell} ${unit} now`, "amount", String(cell))).toBe(true);
        expect(stands(`it is ${cell * 1000n} ${unit} now`, "amount", String(cell))).toBe(false);
      }),
      RUNS,
    );
  });
});
