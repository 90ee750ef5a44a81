/** Where a field of a playbook stands in its text, for messages that name a line. */
import { isNode, LineCounter, parseDocument } from "yaml";
import { FRONT_MATTER } from "./load-playbooks";

/**
 * Line of a field of the front matter, from 1: of the field itself, or of the nearest one around it that is there. A front matter that is no YAML
 * is wrong at one place, whatever the field. Null for a text without front matter.
 * @param field e.g. `checks[0].sql`; empty: the whole
 */
export function locateField(text: string, field: string): number | null {
  const body = text.replace(/^\uFEFF/, "");
  const match = FRONT_MATTER.exec(body);
  const yaml = match?.[1];
  if (yaml === undefined) return null;
  const linesBefore = body.slice(0, body.indexOf(yaml, 3)).split("\n").length - 1;
  const counter = new LineCounter();
  const document = parseDocument(yaml, { uniqueKeys: true, strict: true, lineCounter: counter });
  const lineAt = (offset: number): number => counter.linePos(offset).line + linesBefore;
  const wrong = document.errors[0];
  if (wrong !== undefined) return lineAt(wrong.pos[0]);
  for (let path = pathOf(field); path.length > 0; path = path.slice(0, -1)) {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range != null) return lineAt(node.range[0]);
  }
  return 1 + linesBefore;
}

function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
}
