import ReactMarkdown, { type Components } from "react-markdown";

/** A wide block scrolls by itself and can be reached by the keyboard. */
const COMPONENTS: Components = {
  pre: ({ children }) => (
    <pre aria-label="Code" role="group" tabIndex={0}>
      {children}
    </pre>
  ),
};

/** Markdown without raw HTML; images are left out, so that an answer cannot make the browser call anywhere. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className="prose-answer">
      <ReactMarkdown components={COMPONENTS} disallowedElements={["img"]}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
