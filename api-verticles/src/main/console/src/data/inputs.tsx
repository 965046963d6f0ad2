import type { Violation } from "../refusal";

interface Props {
  name: string;
  value: string;
  change: (value: string) => void;
  /** the member of the body that it fills */
  pointer: string;
  faults: Violation[];
  type?: "text" | "number";
  required?: boolean;
  hint?: string;
}

/** An input with the refusal of what stands in it. */
export function Input({ name, value, change, pointer, faults, type = "text", required = false, hint }: Props) {
  const own = faults.filter((fault) => fault.pointer === pointer);
  return (
    <label>
      <span>{name}{required && " *"}</span>
      <input
        type="text"
        inputMode={type === "number" ? "decimal" : "text"}
        required={required}
        value={value}
        placeholder={hint}
        aria-invalid={own.length > 0}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {own.map(({ detail }) => <em key={detail}>{detail}</em>)}
    </label>
  );
}

/** A number from an input; nothing when there is none. */
export const numberIn = (text: string): number | undefined => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text));

/** Without the members that say nothing. */
export const filled = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ""));
