import type { ComponentProps } from "react";

const LOOKS = {
  plain: "border-line-strong bg-panel text-ink hover:bg-sunken",
  primary: "border-accent bg-accent text-on-accent hover:brightness-110",
  danger: "border-bad bg-panel text-bad hover:bg-bad-soft",
  quiet: "border-transparent text-mute hover:bg-off-soft hover:text-ink",
} as const;
const SIZES = { sm: "h-6 px-2 text-xs", md: "h-8 px-3 text-sm" } as const;

export interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
}

export function Button({
  look = "plain",
  size = "md",
  className = "",
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      className={`inline-flex items-center justify-center gap-1.5 rounded-[7px] border font-semibold whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]} ${className}`}
      type={type}
      {...rest}
    />
  );
}
