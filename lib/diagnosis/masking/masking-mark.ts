/** What stands in the place of a secret: its kind, in words without digits. */
export function markOf(kind: string): string {
  return `‹masked: ${kind}›`;
}
