export interface FilterSelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly wordFor: (option: T) => string;
  /** Null: any. */
  readonly value: T | null;
  readonly onChange: (value: T | null) => void;
}

/** Narrows a list to one value of many, or to none. */
export function FilterSelect<T extends string>(props: FilterSelectProps<T>) {
  const { label, options, wordFor, value, onChange } = props;
  return (
    <label className="inline-flex min-w-0 items-center gap-1.5">
      <span className="text-mute">{label}</span>
      <select
        className="h-8 min-w-0 rounded-[7px] border border-line-strong bg-panel px-2 text-sm"
        onChange={({ target }) => onChange(options.find((option) => option === target.value) ?? null)}
        value={value ?? ""}
      >
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {wordFor(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
