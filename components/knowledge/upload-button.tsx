import { Upload } from "lucide-react";

/** Bytes of a file that are read at most; the server refuses a longer text anyway. */
const MAX_FILE_BYTES = 256 * 1024;

export interface UploadButtonProps {
  readonly onText: (text: string, fileName: string) => void;
  readonly onRefused: (why: string) => void;
}

/** Reads a Markdown file into the editor; nothing is sent before it is saved. */
export function UploadButton({ onText, onRefused }: UploadButtonProps) {
  const read = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      onRefused(`${file.name} has ${file.size} bytes; at most ${MAX_FILE_BYTES} are read.`);
      return;
    }
    onText(await file.text(), file.name);
  };
  return (
    <label className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-3 font-semibold hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Upload aria-hidden className="size-3.5" />
      Upload a file
      <input
        accept=".md,.markdown,text/markdown"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void read(file);
        }}
        type="file"
      />
    </label>
  );
}
