import { Notice } from "../ui/notice";

export interface ActErrorProps {
  /** What did not happen. */
  readonly title: string;
  /** Null: all went well. */
  readonly error: Error | null;
}

/** Says that something was not done, and why. */
export function ActError({ title, error }: ActErrorProps) {
  if (error === null) return null;
  return (
    <Notice title={title} tone="bad" urgent>
      <p>{error.message}</p>
    </Notice>
  );
}
