/** Looks at the parser's tree, whose shape `refuseTree` has checked. */
export type Node = Readonly<Record<string, unknown>>;

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** The nodes of a list, or none. */
export function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
/** A name, which the tree gives as a text or as a node around one; "" when there is none. */
export function nameIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isNode(value)) return "";
  return nameIn(value["value"] ?? (isNode(value["expr"]) ? value["expr"]["value"] : null));
}
