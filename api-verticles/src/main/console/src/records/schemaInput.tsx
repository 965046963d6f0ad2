import type { Violation } from "glebe-client";
import type { Schema } from "../api/bodies";
import { reasonOf } from "../parts/reasons";
import { t, wordIn } from "../texts/texts";
import { codeOf, shownUnit, storedOf, symbolOf, typedOf, unitIn, usualUnits } from "../units";
import { fromLocal, localTime } from "../words";
import { labelOf } from "./labels";

// Inputs made from the JSON Schema of a record type or of a collection.

/** Records that an attribute can refer to: id and name. */
export type References = Record<string, readonly (readonly [id: string, name: string])[]>;

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
  /** the records among which a person chooses, by attribute */
  references?: References;
  /** of the times; without one, that of the browser */
  timezone?: string;
  /** attributes that the form needs although the schema does not */
  wanted?: readonly string[];
}

/** Inputs for the required attributes of an object, and the optional ones in a section that opens where one of them is refused. */
export function ObjectInputs({ schema, faults, ...rest }: Props) {
  const all = Object.entries(schema.properties ?? {}).filter(([name]) => name !== OWN_TIME);
  const required = new Set(schema.required ?? []);
  const mandatory = all.filter(([name]) => required.has(name));
  const optional = all.filter(([name]) => !required.has(name));
  const alternatives = alternativesIn(schema);
  const isOf = (name: string) => (fault: Violation) => fault.pointer === `${rest.pointer}/${name}`;
  const isMissing = alternatives.length > 0 && alternatives.every((name) => faults.some(isOf(name)));
  // said once, not at each of them
  const others = isMissing ? faults.filter((fault) => !alternatives.some((name) => isOf(name)(fault))) : faults;
  const isWrong = ([name]: [string, Schema]) =>
    others.some(({ pointer = "" }) => `${pointer}/`.startsWith(`${rest.pointer}/${name}/`));
  const inputs = (some: [string, Schema][]) =>
    some.map(([name, one]) => (
      <Input key={name} name={name} schema={one} needed={required.has(name)} faults={others} {...rest} />
    ));
  const hint = <OneOf names={alternatives} isMissing={isMissing} />;
  if (mandatory.length === 0)
    return (
      <div class="inputs">
        {hint}
        {inputs(optional)}
      </div>
    );
  return (
    <>
      {hint}
      <div class="inputs">{inputs(mandatory)}</div>
      {optional.length > 0 && (
        <details open={optional.some(isWrong) || undefined}>
          <summary>{t("More details")}</summary>
          <div class="inputs">{inputs(optional)}</div>
        </details>
      )}
    </>
  );
}

/** Attributes of which an object needs one. */
const alternativesIn = (schema: Schema): string[] =>
  ((schema["anyOf"] ?? []) as Schema[]).flatMap(({ required }) => required ?? []);

/** Says of which attributes one is needed. */
const OneOf = ({ names, isMissing }: { names: string[]; isMissing: boolean }) =>
  names.length > 0 && (
    <p class={isMissing ? "fault" : "hint"}>
      {t("One of these is needed: {names}", { names: names.map(labelOf).join(", ") })}
    </p>
  );

type InputProps = Omit<Props, "schema"> & { name: string; schema: Schema; needed: boolean };

function Input(props: InputProps) {
  const { name, schema, needed, values, change, faults, pointer, references, timezone, wanted = [] } = props;
  const at = `${pointer}/${name}`;
  const label = labelOf(name);
  const options = references?.[name];
  const set = (value: unknown) => {
    const { [name]: _old, ...others } = values;
    change(value === undefined || value === "" ? others : { ...values, [name]: value });
  };
  if (schema.type === "array" && options)
    return <Several label={label} options={options} chosen={(values[name] as string[]) ?? []} set={set} />;
  if (schema.type === "array")
    return (
      <Rows
        name={name}
        schema={schema}
        rows={(values[name] as Values[]) ?? []}
        set={set}
        faults={faults}
        pointer={at}
        needed={needed}
      />
    );
  const wrong = faults.filter((fault) => fault.pointer === at);
  const { unit } = unitIn(schema);
  return (
    <label class={schema.type === "boolean" ? "check" : ""}>
      <span>
        {unit ? t("{name} in {unit}", { name: label, unit: shownUnit(unit) }) : label}
        {(needed || wanted.includes(name)) && " *"}
      </span>
      <Control {...{ name, schema, set, needed, options, timezone }} value={values[name]} wrong={wrong.length > 0} />
      {wrong.map((fault) => (
        <em key={fault.detail}>{reasonOf(fault, label)}</em>
      ))}
    </label>
  );
}

/** A value that a text input can hold. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

interface ControlProps {
  name: string;
  schema: Schema;
  value: unknown;
  set: (value: unknown) => void;
  needed: boolean;
  wrong: boolean;
  options: References[string] | undefined;
  timezone: string | undefined;
}

const optionsOf = ({ enum: values }: Schema): References[string] | undefined =>
  values?.map((one) => [one, wordIn(labelOf(one))]);

/** Longer texts get several lines, and those that are sentences. */
const LONG_TEXT = 2000;
const SENTENCES = /^(text|note|description)$/;

const isLong = (name: string, { maxLength }: Schema) =>
  (typeof maxLength === "number" && maxLength > LONG_TEXT) || SENTENCES.test(name);

function Control({ name, schema, value, set, needed, wrong, timezone, options = optionsOf(schema) }: ControlProps) {
  const common = { required: needed, "aria-invalid": wrong };
  if (options)
    return (
      <select {...common} value={textOf(value)} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">–</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
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
  if (schema.type === "number" || schema.type === "integer") {
    const { unit = "", of } = unitIn(schema);
    const typed = (stored: unknown) => (stored === undefined ? undefined : typedOf(Number(stored), unit, of));
    return (
      <input
        {...common}
        type="number"
        step={schema.type === "integer" ? 1 : "any"}
        min={typed(schema.minimum)}
        max={typed(schema.maximum)}
        value={typed(value) ?? ""}
        onInput={({ currentTarget: input }) =>
          set(input.value === "" ? undefined : storedOf(input.valueAsNumber, unit, of))
        }
      />
    );
  }
  if (schema.format === "date-time")
    return (
      <input
        {...common}
        type="datetime-local"
        value={textOf(value) && localTime(new Date(textOf(value)), timezone)}
        onInput={(event) => set(event.currentTarget.value && fromLocal(event.currentTarget.value, timezone))}
      />
    );
  if (schema.format === "date")
    return <input {...common} type="date" value={textOf(value)} onInput={(event) => set(event.currentTarget.value)} />;
  if (isLong(name, schema))
    return <textarea {...common} rows={2} value={textOf(value)} onInput={(event) => set(event.currentTarget.value)} />;
  if (/^unit$|Unit$/.test(name)) return <UnitInput {...{ name, value, set }} {...common} />;
  return <input {...common} type="text" value={textOf(value)} onInput={(event) => set(event.currentTarget.value)} />;
}

type UnitProps = Pick<ControlProps, "name" | "value" | "set"> & { required: boolean; "aria-invalid": boolean };

/** A unit by its name; its code is stored. */
function UnitInput({ name, value, set, ...common }: UnitProps) {
  return (
    <>
      <input
        {...common}
        type="text"
        list={`units-${name}`}
        value={symbolOf(textOf(value))}
        onInput={(event) => set(codeOf(event.currentTarget.value))}
      />
      <datalist id={`units-${name}`}>
        {usualUnits().map((unit) => (
          <option key={unit} value={symbolOf(unit)} />
        ))}
      </datalist>
    </>
  );
}

interface SeveralProps {
  label: string;
  options: References[string];
  chosen: string[];
  set: (value: string[] | undefined) => void;
}

/** A choice of several records. */
function Several({ label, options, chosen, set }: SeveralProps) {
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    set(next.length > 0 ? next : undefined);
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.length === 0 && <span class="hint">{t("None to choose from")}</span>}
      {options.map(([id, name]) => (
        <label class="check" key={id}>
          <span>{name}</span>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
        </label>
      ))}
    </fieldset>
  );
}

interface RowsProps {
  name: string;
  schema: Schema;
  rows: Values[];
  set: (rows: Values[] | undefined) => void;
  faults: Violation[];
  pointer: string;
  needed: boolean;
}

/** A list of objects as rows that can be added and removed. */
function Rows({ name, schema, rows, set, faults, pointer, needed }: RowsProps) {
  const plain = schema.items?.type !== "object";
  const replaced = (index: number, row: Values) => set(rows.map((one, at) => (at === index ? row : one)));
  const without = (index: number) => {
    const next = rows.filter((_, at) => at !== index);
    set(next.length > 0 ? next : undefined);
  };
  if (plain) return null;
  return (
    <fieldset>
      <legend>
        {labelOf(name)}
        {needed && " *"}
      </legend>
      {faults
        .filter((fault) => fault.pointer === pointer)
        .map((fault) => (
          <em key={fault.detail}>{reasonOf(fault, labelOf(name))}</em>
        ))}
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
            aria-label={t("Remove entry {number}", { number: index + 1 })}
          >
            {t("Remove")}
          </button>
        </div>
      ))}
      <button type="button" class="plain" onClick={() => set([...rows, {}])}>
        {t("Add to {name}", { name: labelOf(name) })}
      </button>
    </fieldset>
  );
}
