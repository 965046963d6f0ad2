import type { Violation } from "glebe-client";
import type { ComponentChildren } from "preact";
import { reasonOf } from "./reasons";
import { t } from "../texts/texts";

interface Props {
  label: string;
  /** shown by a mark */
  needed?: boolean;
  faults?: Violation[];
  /** JSON Pointer of the value; faults at it and below it are shown here */
  at?: string;
  hint?: string;
  /** whether nothing was filled in; then this is the reason, whatever the platform says */
  empty?: boolean;
  children: ComponentChildren;
}

export const faultsAt = (faults: Violation[] | undefined, at: string | undefined): Violation[] =>
  (faults ?? []).filter(({ pointer }) => at !== undefined && (pointer === at || pointer?.startsWith(`${at}/`)));

/** A labelled input with its reasons of a refusal. */
export function Field({ label, needed, faults, at, hint, empty = false, children }: Props) {
  const reasons = faultsAt(faults, at).map((fault) =>
    empty ? t("{label} is needed", { label }) : reasonOf(fault, label),
  );
  return (
    <label class="field">
      <span>
        {label}
        {needed && " *"}
      </span>
      {children}
      {hint && <small>{hint}</small>}
      {[...new Set(reasons)].map((reason) => (
        <em key={reason}>{reason}</em>
      ))}
    </label>
  );
}

interface TextProps extends Omit<Props, "children"> {
  value: string;
  change: (value: string) => void;
  /** several lines */
  lines?: number;
  type?: "text" | "date" | "datetime-local" | "number" | "email" | "url" | "password";
  max?: number;
  disabled?: boolean;
}

/** A labelled text input. */
export function TextField({ value, change, lines, type = "text", max, disabled, ...field }: TextProps) {
  const wrong = faultsAt(field.faults, field.at).length > 0;
  const common = { value, required: field.needed, "aria-invalid": wrong, maxLength: max, disabled };
  return (
    <Field {...field} empty={value.trim() === ""}>
      {lines ? (
        <textarea {...common} rows={lines} onInput={(event) => change(event.currentTarget.value)} />
      ) : (
        <input
          {...common}
          {...({ type } as { type: "text" })}
          step="any"
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps extends Omit<Props, "children"> {
  value: string;
  /** value and text */
  options: (readonly [value: string, text: string])[];
  change: (value: string) => void;
}

/** A labelled list of options; an optional one can be left empty. */
export function ChoiceField({ value, options, change, ...field }: ChoiceProps) {
  const wrong = faultsAt(field.faults, field.at).length > 0;
  return (
    <Field {...field} empty={value === ""}>
      <select
        value={value}
        required={field.needed}
        aria-invalid={wrong}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {!(field.needed && value) && <option value="">–</option>}
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
