import {
  Activity,
  Ban,
  BookOpen,
  Check,
  Circle,
  CircleHelp,
  CircleStop,
  Clock,
  FileCheck,
  FileSearch,
  FileX,
  Gauge,
  LifeBuoy,
  Loader,
  MessageSquare,
  Radio,
  Search,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  ShieldX,
  Split,
  TriangleAlert,
  Unplug,
  X,
  type LucideIcon,
} from "lucide-react";
import type { AXES } from "./axes";
import { type AxisKey } from "./axes";

type ValuesOf<T> = T[keyof T];
type IconName = { [A in AxisKey]: ValuesOf<(typeof AXES)[A]["table"]> }[AxisKey]["icon"];

/** Closed over the icon names in the axis tables: a new one does not compile until it is drawn here. */
const ICONS: Readonly<Record<IconName, LucideIcon>> = {
  activity: Activity,
  "alert-triangle": TriangleAlert,
  ban: Ban,
  "book-open": BookOpen,
  check: Check,
  circle: Circle,
  "circle-stop": CircleStop,
  clock: Clock,
  "file-check": FileCheck,
  "file-search": FileSearch,
  "file-x": FileX,
  gauge: Gauge,
  "help-circle": CircleHelp,
  "life-buoy": LifeBuoy,
  loader: Loader,
  "message-square": MessageSquare,
  radio: Radio,
  search: Search,
  "shield-alert": ShieldAlert,
  "shield-check": ShieldCheck,
  "shield-off": ShieldOff,
  "shield-x": ShieldX,
  split: Split,
  unplug: Unplug,
  x: X,
};
const BY_NAME: Readonly<Record<string, LucideIcon>> = ICONS;

export function AxisIcon({ name, className }: { name: string; className?: string }) {
  const Icon = BY_NAME[name] ?? Circle;
  const motion = name === "loader" ? "spin" : "";
  return <Icon aria-hidden className={`${motion} ${className ?? ""}`} strokeWidth={2.4} />;
}
