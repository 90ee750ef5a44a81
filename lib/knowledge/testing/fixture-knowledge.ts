/** A small playbook with every feature of the format, and knowledge made of it. */
import { createKnowledge, type Knowledge } from "../load-knowledge";
import { parsePlaybook } from "../load-playbooks";
import { splitDocument } from "../markdown-passages";
import type { CompiledPlaybook } from "../compiled-playbook";

export const GATEWAYS_PLAYBOOK = `---
id: gateways
title: Gateways fail
answers: ["Why do gateways fail?", "网关为什么失败？"]
keywords: [gateway, refused]
parameters:
  - { name: since, type: time, ask: "Since when?", default: "-2h", near: [since] }
  - { name: merchant, type: id, ask: "Which merchant?", near: [merchant] }
checks:
  - id: failures
    scope: "failed payments since {{ params.since }} UTC"
    sql: "SELECT gateway, failed, rate FROM f WHERE at >= :since AND merchant = :merchant AND at < :now"
    gain: "rows[0].failed > 0"
  - id: deploys
    when: "checks.failures.found && checks.failures.rows[0].failed > 10"
    scope: "deploys since {{ params.since }} UTC"
    sql: "SELECT version, minutes FROM d WHERE at >= :since"
  - id: locks
    when: "checks.deploys.empty"
    scope: "metadata locks"
    sql: "SELECT 1 FROM l"
    needs: "the metadata lock plugin"
conclusions:
  - id: deploy
    when: "checks.failures.found && checks.deploys.found && checks.deploys.rows[0].minutes < 30"
    conclusion: "{{ checks.failures.rows[0].gateway }} fails ({{ checks.failures.rows[0].rate }} %) after {{ checks.deploys.rows[0].version }}."
    claims:
      - { text: "{{ checks.failures.rows[0].failed }} payments failed through {{ checks.failures.rows[0].gateway }} since {{ params.since }}.", checks: [failures] }
      - { text: "{{ checks.deploys.rows[0].version }} came {{ checks.deploys.rows[0].minutes }} minutes before.", checks: [deploys] }
    actions: ["Roll {{ checks.deploys.rows[0].version }} back."]
  - id: quiet
    when: "checks.failures.empty"
    conclusion: "Nothing in failed payments since {{ params.since }} UTC."
    claims:
      - { kind: absence, text: "Nothing was found in: failed payments since {{ params.since }} UTC.", checks: [failures] }
unsettled:
  missing: ["Which release was active since {{ params.since }}."]
  actions: ["Look at {{ checks.failures.rows[0].gateway }}."]
---

# Gateways

Compares gateways.
`;

export const CUSTOMER_PLAYBOOK = `---
id: customer
title: One customer is slow
answers: ["It is slow for one customer"]
parameters:
  - { name: customer_id, type: id, required: true, ask: "Which customer? Give the id.", near: [customer] }
checks:
  - { id: orders, scope: "orders of customer {{ params.customer_id }}", sql: "SELECT n FROM o WHERE customer_id = :customer_id" }
conclusions:
  - id: many
    when: "checks.orders.found && checks.orders.rows[0].n > 1000"
    conclusion: "Customer {{ params.customer_id }} has {{ checks.orders.rows[0].n }} orders."
    claims:
      - { text: "There are {{ checks.orders.rows[0].n }} orders.", checks: [orders] }
---
`;

const GENERAL_PLAYBOOK = `---
id: general-survey
title: General survey
answers: ["Something is wrong"]
checks:
  - { id: counts, scope: "all tables", sql: "SELECT n FROM c" }
---
`;

function compileFixture(file: string, text: string): CompiledPlaybook {
  const parsed = parsePlaybook(file, text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

export const ACCOUNTS_GUIDE = `# Accounts

How database accounts are kept.

## Rotate the read-only account

Create a second account, switch the source to it, drop the first.

## 轮换只读账号

先创建第二个账号，再切换数据源，最后删除旧账号。

## Glossary

A merchant is a customer who sells.
`;

export function fixtureKnowledge(options: { readonly general?: boolean } = {}): Knowledge {
  const playbooks = [
    compileFixture("gateways.md", GATEWAYS_PLAYBOOK),
    compileFixture("customer.md", CUSTOMER_PLAYBOOK),
    ...(options.general === false ? [] : [compileFixture("general.md", GENERAL_PLAYBOOK)]),
  ];
  return createKnowledge(playbooks, [splitDocument("guides/accounts", "guides/accounts.md", ACCOUNTS_GUIDE)]);
}
