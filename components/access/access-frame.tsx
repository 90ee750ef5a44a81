import type { ReactNode } from "react";
import { LogoMark } from "../shell/logo-mark";

export interface AccessFrameProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page before the console: one panel, the name above it. */
export function AccessFrame({ title, lead, children }: AccessFrameProps) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_1.6fr] justify-items-center px-4 py-8">
      <div className="row-start-2 w-full max-w-[23rem]">
        <p className="mb-5 flex items-center justify-center gap-2 text-base font-bold">
          <LogoMark />
          Interlock
        </p>
        <div className="panel px-5 py-5 shadow-sm sm:px-6">
          <h1 className="text-lg font-bold">{title}</h1>
          <p className="mt-0.5 text-mute">{lead}</p>
          {children}
        </div>
        <p className="mt-4 text-center text-xs text-faint">
          Incident diagnoses under strict execution control
        </p>
      </div>
    </main>
  );
}
