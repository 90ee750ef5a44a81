/** Reads the text format of Prometheus, and refuses what it would refuse. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];

/** @throws Error for a line that is none, a sample without a type, a type or a sample that stands twice */
export function parseMetrics(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    if (line.startsWith("# HELP ")) continue;
    if (line.startsWith("# TYPE ")) {
      const [, , name = "", type = ""] = line.split(" ");
      if (types.has(name) || !TYPES.includes(type)) throw new Error(`a bad type: ${line}`);
      types.set(name, type);
      continue;
    }
    const [, name = "", labelText = "", value = ""] = LINE.exec(line) ?? [];
    const base = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
    if (name === "" || !types.has(base)) throw new Error(`no sample of a known metric: ${line}`);
    const number = value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value);
    if (Number.isNaN(number)) throw new Error(`no number: ${line}`);
    const key = line.slice(0, line.lastIndexOf(" "));
    if (seen.has(key)) throw new Error(`stands twice: ${line}`);
    seen.add(key);
    samples.push({ name, labels: labelsOf(labelText), value: number });
  }
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let end = 0;
  LABEL.lastIndex = 0;
  for (let match = LABEL.exec(text); match !== null; match = LABEL.exec(text)) {
    const [whole, name = "", value = ""] = match;
    labels[name] = value;
    end += whole.length;
  }
  if (end !== text.length) throw new Error(`no labels: ${text}`);
  return labels;
}
