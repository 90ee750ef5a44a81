import ReactMarkdown from "react-markdown";

/** Markdown without raw HTML; images are left out, so that an answer cannot make the browser call anywhere. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className="prose-answer">
      <ReactMarkdown disallowedElements={["img"]}>{text}</ReactMarkdown>
    </div>
  );
}
