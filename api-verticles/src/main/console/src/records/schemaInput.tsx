import type { Violation } from "glebe-client";
import type { Schema } from "../api/bodies";
import { words } from "../words";

// Inputs made from the JSON Schema of a record type.

/** The record has its own time, so the form does not ask for the payload's. */
const OWN_TIME = "observedAt";

type Values = Record<string, unknown>;

interface Props {
  schema: Schema;
  values: Values;
  change: (next: Values) => void;
  faults: Violation[];
  /** JSON Pointer of these values in the body */
  pointer: string;
}

/** Inputs for the required attributes of an object, and the optional ones in a closed section. */
export function ObjectInputs({ schema, ...rest }: Props) {
  const all = Object.entries(schema.properties ?? {}).filter(([name]) => name !== OWN_TIME);
  const required = new Set(schema.required ?? []);
  const mandatory = all.filter(([name]) => required.has(name));
  const optional = all.filter(([name]) => !required.has(name));
  const inputs = (some: [string, Schema][]) =>
    some.map(([name, one]) => <Input key={name} name={name} schema={one} needed={required.has(name)} {...rest} />);
  if (mandatory.length === 0) return <div class="inputs">{inputs(optional)}</div>;
  return (
    <>
      <div class="inputs">{inputs(mandatory)}</div>
      {optional.length > 0 && (
        <details>
          <summary>More details</summary>
          <div class="inputs">{inputs(optional)}</div>
        </details>
      )}
    </>
  );
}

type InputProps = Omit<Props, "schema"> & { name: string; schema: Schema; needed: boolean };

function Input({ name, schema, needed, values, change, faults, pointer }: InputProps) {
  const at = `${pointer}/${name}`;
  const set = (value: unknown) => {
    const { [name]: _old, ...others } = values;
    change(value === undefined || value === "" ? others : { ...values, [name]: value });
  };
  if (schema.type === "array")
    return (
      <Rows
        name={name}
        schema={schema}
        rows={(values[name] as Values[]) ?? []}
        set={set}
        faults={faults}
        pointer={at}
      />
    );
  const wrong = faults.filter((fault) => fault.pointer === at);
  const unit = /unit: (.+)/.exec(schema.description ?? "")?.[1];
  return (
    <label class={schema.type === "boolean" ? "check" : ""}>
      <span>
        {words(name)}
        {unit && ` in ${unit}`}
        {needed && " *"}
      </span>
      <Control schema={schema} value={values[name]} set={set} needed={needed} wrong={wrong.length > 0} />
      {wrong.map((fault) => (
        <em key={fault.detail}>{fault.detail}</em>
      ))}
    </label>
  );
}

/** A value that a text input can hold. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

interface ControlProps {
  schema: Schema;
  value: unknown;
  set: (value: unknown) => void;
  needed: boolean;
  wrong: boolean;
}

function Control({ schema, value, set, needed, wrong }: ControlProps) {
  const common = { required: needed, "aria-invalid": wrong };
  if (schema.enum)
    return (
      <select {...common} value={textOf(value)} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">–</option>
        {schema.enum.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    );
  if (schema.type === "boolean")
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked || undefined)}
      />
    );
  if (schema.type === "number" || schema.type === "integer")
    return (
      <input
        {...common}
        type="number"
        step={schema.type === "integer" ? 1 : "any"}
        min={schema.minimum}
        max={schema.maximum}
        value={value === undefined ? "" : Number(value)}
        onInput={(event) => set(event.currentTarget.value === "" ? undefined : event.currentTarget.valueAsNumber)}
      />
    );
  if (schema.format === "date-time")
    return (
      <input
        {...common}
        type="datetime-local"
        onInput={(event) => set(event.currentTarget.value && new Date(event.currentTarget.value).toISOString())}
      />
    );
  return <input {...common} type="text" value={textOf(value)} onInput={(event) => set(event.currentTarget.value)} />;
}

interface RowsProps {
  name: string;
  schema: Schema;
  rows: Values[];
  set: (rows: Values[] | undefined) => void;
  faults: Violation[];
  pointer: string;
}

/** A list of objects as rows that can be added and removed. */
function Rows({ name, schema, rows, set, faults, pointer }: RowsProps) {
  const plain = schema.items?.type !== "object";
  const replaced = (index: number, row: Values) => set(rows.map((one, at) => (at === index ? row : one)));
  const without = (index: number) => {
    const next = rows.filter((_, at) => at !== index);
    set(next.length > 0 ? next : undefined);
  };
  if (plain) return null;
  return (
    <fieldset>
      <legend>{words(name)}</legend>
      {rows.map((row, index) => (
        <div class="row" key={index}>
          <ObjectInputs
            schema={schema.items ?? {}}
            values={row}
            change={(next) => replaced(index, next)}
            faults={faults}
            pointer={`${pointer}/${index}`}
          />
          <button
            type="button"
            class="plain"
            onClick={() => without(index)}
            aria-label={`Remove ${words(name)} ${index + 1}`}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" class="plain" onClick={() => set([...rows, {}])}>
        Add to {words(name).toLowerCase()}
      </button>
    </fieldset>
  );
}
