import type { Violation } from "glebe-client";
import { wordIn } from "../texts/texts";
import { reasonOf } from "../parts/reasons";

interface Props {
  name: string;
  value: string;
  change: (value: string) => void;
  /** JSON Pointer of its value in the body */
  pointer: string;
  faults: Violation[];
  type?: "text" | "number";
  required?: boolean;
  hint?: string;
}

/** An input with the reasons why its value was refused. */
export function Input({ name, value, change, pointer, faults, type = "text", required = false, hint }: Props) {
  const own = faults.filter((fault) => fault.pointer === pointer);
  return (
    <label>
      <span>
        {wordIn(name)}
        {required && " *"}
      </span>
      <input
        type="text"
        inputMode={type === "number" ? "decimal" : "text"}
        required={required}
        value={value}
        placeholder={hint}
        aria-invalid={own.length > 0}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {own.map((fault) => (
        <em key={fault.detail}>{reasonOf(fault, wordIn(name))}</em>
      ))}
    </label>
  );
}
