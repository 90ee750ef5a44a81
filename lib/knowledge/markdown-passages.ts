/** Splits Markdown documents into passages, one per heading, long ones cut at paragraphs. */

export interface Passage {
  /** `${documentId}#${position}`. */
  readonly id: string;
  readonly documentId: string;
  /** The document's first heading, or its file name. */
  readonly title: string;
  /** Path of headings above the passage, e.g. `Accounts › Rotate the password`. */
  readonly heading: string;
  readonly text: string;
}
export interface KnowledgeDocument {
  /** Path inside its folder without the ending, e.g. `guides/accounts`. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly passages: readonly Passage[];
}

/** Longest passage, characters. */
const MAX_PASSAGE_CHARACTERS = 2_400;
const HEADING = /^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/;
const FENCE = /^[ \t]*(```+|~~~+)/;

interface Section {
  readonly path: readonly string[];
  readonly lines: string[];
}

function stripFrontMatter(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "");
}

function splitSections(text: string): {
  readonly title: string | null;
  readonly sections: readonly Section[];
} {
  let title: string | null = null;
  let fence: string | null = null;
  const open: { level: number; text: string }[] = [];
  const sections: Section[] = [{ path: [], lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || line.trim().startsWith(fence)))
      fence = fence === null ? mark : null;
    const heading = fence === null && mark === undefined ? HEADING.exec(line) : null;
    if (heading === null) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const level = heading[1]?.length ?? 1;
    const name = (heading[2] ?? "").replace(/[*`]|(?<!\w)_|_(?!\w)/g, "").trim();
    if (title === null) {
      title = name;
      sections.push({ path: [], lines: [] });
      continue;
    }
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: name });
    sections.push({ path: open.map((one) => one.text), lines: [] });
  }
  return { title, sections };
}

function cutAtParagraphs(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const paragraph of text.split(/\n{2,}/)) {
    if (piece !== "" && piece.length + paragraph.length + 2 > MAX_PASSAGE_CHARACTERS) {
      pieces.push(piece);
      piece = "";
    }
    piece = piece === "" ? paragraph : `${piece}\n\n${paragraph}`;
    while (piece.length > MAX_PASSAGE_CHARACTERS) {
      pieces.push(piece.slice(0, MAX_PASSAGE_CHARACTERS));
      piece = piece.slice(MAX_PASSAGE_CHARACTERS);
    }
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

/** A document and its passages; headings without text of their own make no passage. */
export function splitDocument(id: string, file: string, markdown: string): KnowledgeDocument {
  const { title: heading, sections } = splitSections(stripFrontMatter(markdown));
  const title = heading ?? id;
  const passages = sections
    .flatMap((section) => {
      const text = section.lines.join("\n").trim();
      return text === "" ? [] : cutAtParagraphs(text).map((piece) => ({ path: section.path, text: piece }));
    })
    .map(({ path, text }, position) => ({
      id: `${id}#${position}`,
      documentId: id,
      title,
      heading: path.length === 0 ? title : path.join(" › "),
      text,
    }));
  return { id, title, file, passages };
}
