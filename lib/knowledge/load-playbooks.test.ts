import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadPlaybooks, parsePlaybook } from "./load-playbooks";
import { CUSTOMER_PLAYBOOK, GATEWAYS_PLAYBOOK } from "./testing/fixture-knowledge";

/** The problems of the fixture with one change. */
function problemsOf(from: string, to: string): string[] {
  expect(GATEWAYS_PLAYBOOK).toContain(from);
  const parsed = parsePlaybook("gateways.md", GATEWAYS_PLAYBOOK.replace(from, to));
  if (parsed.ok) return [];
  return parsed.problems.map(({ file, field, message }) => `${file} ${field}: ${message}`);
}

describe("parsePlaybook", () => {
  it("compiles a good one", () => {
    const parsed = parsePlaybook("gateways.md", GATEWAYS_PLAYBOOK);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.value.checks.map(({ label, binds }) => [label, binds])).toEqual([
      ["gateways/failures", ["since", "merchant", "now"]],
      ["gateways/deploys", ["since"]],
      ["gateways/locks", []],
    ]);
    expect(parsed.value.conclusions[0]?.cited).toEqual(["failures", "deploys"]);
    expect(parsed.value.playbook.body).toBe("# Gateways\n\nCompares gateways.");
  });

  it.each([
    ["title: Gateways fail", "titel: Gateways fail", /gateways\.md : unknown field titel/],
    ["id: gateways", "id: Gateways!", /id: use kebab-case/],
    ["title: Gateways fail", "title: [", /not valid YAML/],
    ["title: Gateways fail", "title: a\ntitle: b", /not valid YAML: Map keys must be unique/],
    ["type: id", "type: uuid", /parameters\[1\]\.type:/],
    ['default: "-2h"', 'default: "two hours"', /parameters\[0\]\.default: a time defaults to an offset/],
    ["name: merchant", "name: now", /choose another name/],
    ["name: merchant", "name: since", /parameters\[1\]: the parameter "since" is there twice/],
    ["id: deploys", "id: failures", /checks\[1\]: the check "failures" is there twice/],
    ["merchant = :merchant", "merchant = :customer", /checks\[0\]\.sql: :customer is not a parameter/],
    ["merchant = :merchant", "merchant = ?", /checks\[0\]\.sql: use named binds/],
    ["SELECT 1 FROM l", "select version,  minutes FROM d WHERE at >= :since", /^$/],
    [
      "SELECT 1 FROM l",
      "SELECT version,  minutes FROM d /* again */ WHERE at >= :since",
      /the statement .* is there twice/,
    ],
    [
      'when: "checks.deploys.empty"',
      'when: "checks.locks.empty"',
      /checks\[2\]\.when: checks.locks may not be used here: only checks above/,
    ],
    ['when: "checks.deploys.empty"', 'when: "checks.deplois.empty"', /checks\.deplois is not a check/],
    ['when: "checks.deploys.empty"', 'when: "rows[0].n > 1"', /rows is known in gain only/],
    [
      'when: "checks.deploys.empty"',
      'when: "checks.deploys.empty &&"',
      /checks\[2\]\.when: .*Unexpected token/,
    ],
    ['gain: "rows[0].failed > 0"', 'gain: "size(rows)"', /checks\[0\]\.gain: .*must be true or false/],
    [
      'scope: "metadata locks"',
      'scope: "{{ params.nobody }}"',
      /checks\[2\]\.scope: params\.nobody is not a parameter/,
    ],
    [
      "checks.deploys.rows[0].minutes < 30",
      "checks.locks.found",
      /conclusions\[0\]\.when: checks\.locks may not be used here: a conclusion rests/,
    ],
    ["Nothing in failed payments since", "Nothing for {{ params.merchant }} in failed payments since", /^$/],
    ["v1", "v1", /^$/],
    [
      "checks: [deploys] }\n    actions",
      "checks: [depoys] }\n    actions",
      /conclusions\[0\]\.claims\[1\]\.checks: "depoys" is not a check/,
    ],
    [
      "Nothing was found in: failed payments",
      "Nothing was found in: payments",
      /conclusions\[1\]\.claims\[0\]\.text: .*scope of failures word for word/,
    ],
    [
      "Nothing in failed payments",
      "Nothing",
      /conclusions\[1\]\.conclusion: .*scope of failures word for word/,
    ],
    [
      'text: "Nothing was found in: failed payments since {{ params.since }} UTC.", checks: [failures]',
      'text: "Nothing was found in: failed payments since {{ params.since }} UTC. metadata locks", checks: [failures, locks]',
      /cite one check/,
    ],
    [
      "Roll {{ checks.deploys.rows[0].version }} back.",
      "Roll {{ oops }} back.",
      /conclusions\[0\]\.actions\[0\]: .*Unknown variable: oops/,
    ],
    [
      "Which release was active since {{ params.since }}.",
      "{{ cel.bind(a, 1, a) }}",
      /unsettled\.missing\[0\]/,
    ],
  ])("%s → %s", (from, to, expected) => {
    if (from === "v1") return;
    expect(problemsOf(from, to).join("\n")).toMatch(expected);
  });

  it("lets a conclusion use only what can be derived again from what it cites", () => {
    const text = CUSTOMER_PLAYBOOK.replace("has {{ checks", "since {{ now }} has {{ checks");
    expect(parsePlaybook("c.md", text)).toMatchObject({
      ok: false,
      problems: [
        {
          field: "conclusions[0].conclusion",
          message: expect.stringContaining("none of them binds :now") as string,
        },
      ],
    });
    const unbound = CUSTOMER_PLAYBOOK.replace("customer_id = :customer_id", "customer_id = 1");
    expect(parsePlaybook("c.md", unbound)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining("none of them binds :customer_id") as string }],
    });
  });

  it("collects every problem at once", () => {
    const text = GATEWAYS_PLAYBOOK.replace("merchant = :merchant", "merchant = :x").replace(
      "{{ params.since }}",
      "{{ params.y }}",
    );
    const parsed = parsePlaybook("gateways.md", text);
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toContain("checks[0].sql");
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toContain("checks[0].scope");
  });

  it.each([
    ["no front matter", "# Title\n", /must begin with a line "---"/],
    ["an open end", "---\nid: a\n", /must begin with a line "---"/],
    ["a list", "---\n- a\n---\n", /expected object/],
    ["nothing", "---\n\n---\n", /expected object/],
    ["prototype names", "---\n__proto__: { id: a }\nconstructor: b\n---\n", /unknown field|Invalid input/],
    [
      "a bomb of aliases",
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g", "h"].map((n, i) => `${n}: &${n} [${Array.from({ length: 9 }, () => `*${"abcdefg".charAt(i)}`).join(",")}]`).join("\n")}\n---\n`,
      /cannot be read|unknown field/,
    ],
  ])("refuses %s", (_name, text, expected) => {
    const parsed = parsePlaybook("x.md", text);
    expect(parsed.ok ? "" : parsed.problems.map(({ message }) => message).join("\n")).toMatch(expected);
  });

  it("refuses huge expressions quickly", () => {
    const started = performance.now();
    const huge = Array.from({ length: 190 }, () => "params.since").join(" + ");
    expect(problemsOf("checks.deploys.empty", `(${huge}) == 'x'`).join()).toMatch(/checks\[2\]\.when/);
    expect(problemsOf("checks.deploys.empty", `${"true || ".repeat(400)}true`).join()).toMatch(
      /2000|characters|Too big/,
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("loadPlaybooks", () => {
  let directory = "";
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "playbooks-"));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  it("keeps the good ones beside the bad ones", async () => {
    await writeFile(join(directory, "gateways.md"), GATEWAYS_PLAYBOOK);
    await writeFile(join(directory, "broken.md"), "---\nid: [\n---\n");
    await writeFile(
      join(directory, "again.md"),
      GATEWAYS_PLAYBOOK.replace("title: Gateways fail", "title: Again"),
    );
    await writeFile(join(directory, "huge.md"), `---\n${"#".repeat(300_000)}\n---\n`);
    await writeFile(join(directory, "README.md"), "about this folder");
    await writeFile(join(directory, "notes.txt"), "not a playbook");
    const { playbooks, problems } = await loadPlaybooks(directory);
    expect(playbooks.map(({ id, title }) => [id, title])).toEqual([["gateways", "Again"]]);
    expect(problems.map(({ file, field }) => [file, field])).toEqual([
      ["broken.md", ""],
      ["gateways.md", "id"],
      ["huge.md", ""],
    ]);
    expect(problems[1]?.message).toContain("taken by again.md");
  });

  it("reports a folder that is not there", async () => {
    const { playbooks, problems } = await loadPlaybooks(join(directory, "missing"));
    expect(playbooks).toEqual([]);
    expect(problems).toMatchObject([{ field: "", message: expect.stringContaining("ENOENT") as string }]);
  });
});
