"use client";

import { useEffect, useRef, useState } from "react";

interface Hint {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly above: boolean;
}

const HINT_ID = "hint";
const SHOW_DELAY_MS = 180;
const HIDE_DELAY_MS = 120;
const HALF_WIDTH = 150;
const ROOM_BELOW = 96;

/**
 * Shows the text in `data-hint` of whatever is hovered or focused: one layer for any number of badges. The first line is the
 * exact value. Escape dismisses it, and the pointer may rest on it.
 */
export function HintLayer() {
  const [hint, setHint] = useState<Hint | null>(null);
  const keep = useRef(false);

  // Outside system: pointer and focus of the whole document.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let described: Element | undefined;
    const after = (delayMs: number, act: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(act, delayMs);
    };
    const hide = () => {
      described?.removeAttribute("aria-describedby");
      described = undefined;
      setHint(null);
    };
    const show = (element: Element) => {
      const text = element.getAttribute("data-hint");
      if (text === null || !element.isConnected) return;
      hide();
      const box = element.getBoundingClientRect();
      const centre = box.left + box.width / 2;
      const left = Math.min(
        Math.max(centre, HALF_WIDTH + 8),
        Math.max(HALF_WIDTH + 8, innerWidth - HALF_WIDTH - 8),
      );
      const above = box.bottom + ROOM_BELOW > innerHeight;
      element.setAttribute("aria-describedby", HINT_ID);
      described = element;
      setHint({ text, left, top: above ? box.top - 6 : box.bottom + 6, above });
    };
    const hinted = (target: EventTarget | null) =>
      target instanceof Element ? target.closest("[data-hint]") : null;
    const onOver = (event: PointerEvent) => {
      const element = hinted(event.target);
      if (element !== null) after(SHOW_DELAY_MS, () => show(element));
      else after(HIDE_DELAY_MS, () => (keep.current ? undefined : hide()));
    };
    const onFocus = (event: FocusEvent) => {
      const element = hinted(event.target);
      if (element?.matches(":focus-visible")) after(0, () => show(element));
    };
    const onFocusOut = () => after(0, hide);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") after(0, hide);
    };
    const onScroll = () => after(0, hide);
    document.addEventListener("pointerover", onOver);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", onScroll, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onOver);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", onScroll, true);
    };
  }, []);

  if (hint === null) return null;
  const [exact = "", ...rest] = hint.text.split("\n");
  return (
    <div
      className="fixed z-50 w-max max-w-75 rounded-lg border border-line-strong bg-panel px-3 py-2 text-xs shadow-lg"
      id={HINT_ID}
      onPointerEnter={() => {
        keep.current = true;
      }}
      onPointerLeave={() => {
        keep.current = false;
      }}
      role="tooltip"
      style={{ left: hint.left, top: hint.top, transform: `translate(-50%, ${hint.above ? "-100%" : "0"})` }}
    >
      <p className="font-mono text-2xs font-semibold">{exact}</p>
      {rest.length > 0 && <p className="mt-0.5 text-mute">{rest.join(" ")}</p>}
    </div>
  );
}
