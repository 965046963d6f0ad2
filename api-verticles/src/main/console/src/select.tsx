import type { ComponentChildren } from "preact";

interface Props {
  label: ComponentChildren;
  value: string;
  /** value and text */
  options: (readonly [value: string, text: string])[];
  change: (value: string) => void;
}

/** A labelled list of options. */
export function Select({ label, value, options, change }: Props) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Options whose texts are their values. */
export const plainOptions = (values: string[]): [string, string][] => values.map((value) => [value, value]);
