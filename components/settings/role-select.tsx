import { ROLE_TABLE, Role } from "@/lib/contracts/access";

export interface RoleSelectProps {
  readonly label: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly disabled?: boolean;
  /** The label is only heard. */
  readonly compact?: boolean;
}

export function RoleSelect({ label, value, onChange, disabled = false, compact = false }: RoleSelectProps) {
  return (
    <label className="grid gap-1">
      <span className={compact ? "sr-only" : "font-semibold"}>{label}</span>
      <select
        className={`rounded-[7px] border border-line-strong bg-panel px-2 disabled:opacity-60 ${compact ? "h-8 text-sm" : "h-9 text-base"}`}
        disabled={disabled}
        onChange={(event) => onChange(Role.parse(event.target.value))}
        value={value}
      >
        {Role.options.map((role) => (
          <option key={role} value={role}>
            {ROLE_TABLE[role].label}
          </option>
        ))}
      </select>
    </label>
  );
}
