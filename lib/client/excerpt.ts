/** The beginning of a long text in one line, for names and titles that are read out whole. Pure. */
export function excerpt(text: string, longest = 160): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= longest) return line;
  return `${letters
    .slice(0, longest - 1)
    .join("")
    .trimEnd()}…`;
}
