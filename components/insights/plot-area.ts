/** Where the bars of a chart stand within it, px from each side. */
export const PLOT_AREA = { left: 46, right: 22, top: 10, bottom: 24 } as const;
/** Of every chart, px. */
export const CHART_HEIGHT = { outcomes: 280, spread: 240 } as const;
export const TICK_TEXT = { fill: "var(--mute)", fontSize: 11 } as const;
