"use client";

import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useEffectEvent, useState, type ReactNode, type RefObject } from "react";
import { formatDuration, formatOffset } from "@/lib/client/format-time";
import { panWindow, zoomWindow, type TimeWindow } from "@/lib/client/timeline";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";

/** One press: half of it, or twice as much. */
const STEP = 2;
/** How far one press moves, of what is shown. */
const PAN_SHARE = 0.4;

export interface TimelineZoom {
  /** What is shown: all of it, or the part that was zoomed into. */
  readonly window: TimeWindow;
  readonly isZoomed: boolean;
  readonly zoom: (factor: number, around?: number) => void;
  /** By a share of what is shown. */
  readonly pan: (share: number) => void;
  readonly fit: () => void;
}

/** Which part of the timeline is shown. Nothing is remembered: another visit begins with all of it. */
export function useTimelineZoom(span: TimeWindow): TimelineZoom {
  const [part, setPart] = useState<TimeWindow | null>(null);
  // From what the last press left, also where it has not been drawn yet.
  const zoom = (factor: number, around?: number) =>
    setPart((before) => {
      const { startAt, endAt } = before ?? span;
      return zoomWindow({ startAt, endAt }, span, factor, around ?? (startAt + endAt) / 2);
    });
  const pan = (share: number) =>
    setPart((before) =>
      before === null ? null : panWindow(before, span, share * (before.endAt - before.startAt)),
    );
  const window = part ?? span;
  return { window, isZoomed: part !== null, zoom, pan, fit: () => setPart(null) };
}

/** Ctrl and the wheel zoom where the pointer is; a wheel that goes sideways moves along, once it is zoomed. */
export function useWheelZoom(scroller: RefObject<HTMLElement | null>, zoom: TimelineZoom): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom.zoom(event.deltaY < 0 ? 1 / 1.25 : 1.25, instantAt(scroller.current, event.clientX, zoom.window));
    } else if (zoom.isZoomed && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
      event.preventDefault();
      zoom.pan((event.deltaX === 0 ? event.deltaY : event.deltaX) / 800);
    }
  });
  // Outside system: the wheel, whose own effect can only be prevented by a listener that says so beforehand.
  useEffect(() => {
    const element = scroller.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [scroller]);
}

function instantAt(scroller: HTMLElement | null, x: number, { startAt, endAt }: TimeWindow): number {
  const track = scroller?.querySelector("[data-track]")?.getBoundingClientRect();
  const share = track === undefined || track.width === 0 ? 0.5 : (x - track.left) / track.width;
  return startAt + Math.min(1, Math.max(0, share)) * (endAt - startAt);
}

interface ZoomBarProps {
  readonly zoom: TimelineZoom;
  /** When the run began, ms since the epoch. */
  readonly origin: number;
}

/** Buttons and keys of the zoom, and which part is shown. */
export function ZoomBar({ zoom, origin }: ZoomBarProps) {
  const { window, isZoomed, fit } = zoom;
  const act = {
    zoomIn: () => zoom.zoom(1 / STEP),
    zoomOut: () => zoom.zoom(STEP),
    zoomFit: fit,
    panEarlier: () => zoom.pan(-PAN_SHARE),
    panLater: () => zoom.pan(PAN_SHARE),
  };
  useKeys(act);
  return (
    <div aria-label="Part of the timeline" className="mb-2.5 flex items-center gap-1" role="group">
      <p aria-live="polite" className="mr-1 font-mono text-2xs text-mute max-sm:sr-only">
        {isZoomed &&
          `${formatOffset(window.startAt, origin)} … ${formatOffset(window.endAt, origin)} (${formatDuration(window.endAt - window.startAt)})`}
      </p>
      <ZoomButton action="panEarlier" disabled={!isZoomed} name="Earlier" onPress={act.panEarlier}>
        <ChevronLeft aria-hidden className="size-3.5" />
      </ZoomButton>
      <ZoomButton action="panLater" disabled={!isZoomed} name="Later" onPress={act.panLater}>
        <ChevronRight aria-hidden className="size-3.5" />
      </ZoomButton>
      <ZoomButton action="zoomOut" disabled={!isZoomed} name="Zoom out" onPress={act.zoomOut}>
        <ZoomOut aria-hidden className="size-3.5" />
      </ZoomButton>
      <ZoomButton action="zoomIn" disabled={false} name="Zoom in" onPress={act.zoomIn}>
        <ZoomIn aria-hidden className="size-3.5" />
      </ZoomButton>
      <ZoomButton action="zoomFit" disabled={!isZoomed} name="Show all" onPress={act.zoomFit}>
        <Maximize2 aria-hidden className="size-3.5" />
      </ZoomButton>
    </div>
  );
}

interface ZoomButtonProps {
  readonly name: string;
  readonly action: "zoomIn" | "zoomOut" | "zoomFit" | "panEarlier" | "panLater";
  /** It keeps the focus all the same: pressing it is how one came there. */
  readonly disabled: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function ZoomButton({ name, action, disabled, onPress, children }: ZoomButtonProps) {
  return (
    <Button
      aria-disabled={disabled}
      aria-label={name}
      data-hint={`${name}\n${KEY_TABLE[action].keys} on the keyboard`}
      look="quiet"
      onClick={onPress}
      size="sm"
    >
      {children}
    </Button>
  );
}
