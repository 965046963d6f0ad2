import { useSignal } from "@preact/signals";
import type { Violation } from "glebe-client";
import { useEffect, useRef } from "preact/hooks";
import forms from "../api/forms.json";
import type { Schema } from "../api/bodies";
import { useAction } from "../parts/action";
import { Refused } from "../records/refused";
import { ObjectInputs, type References } from "../records/schemaInput";
import { t } from "../texts/texts";
import "../form.css";

export type Values = Record<string, unknown>;

export type Collection = keyof typeof forms;

/** The schema of the attributes that a person fills in, as the catalogue of the platform has them. */
export const schemaOf = (collection: Collection): Schema => forms[collection];

export const attributesOf = (collection: Collection): string[] => Object.keys(schemaOf(collection).properties ?? {});

interface Props<T> {
  collection: Collection;
  title: string;
  values: Values;
  references?: References;
  timezone?: string;
  /** attributes that this form needs beyond those that the catalogue requires */
  needed?: string[];
  /** attributes that this form leaves out */
  without?: string[];
  /** adapts the schema to what is filled in */
  shape?: (schema: Schema, values: Values) => Schema;
  /** what the values mean, above the inputs */
  hint?: (values: Values) => string;
  save: (values: Values, schema: Schema) => Promise<T>;
  saved: (result: T) => void;
  close: () => void;
  /** shows the values only */
  readOnly?: boolean;
  /** reasons why the values were refused before */
  faults?: Violation[];
  /** opens the newest version of the record, where somebody else has changed it */
  newest?: () => void;
}

/** A form of a record from the catalogue: required marks, and each refusal at the input that it names. */
export function EntityForm<T>(props: Props<T>) {
  const { title, hint, references, timezone, save, saved, close, readOnly = false } = props;
  const values = useSignal(props.values);
  const { busy, fault, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const whole = schemaIn(props);
  const schema = props.shape?.(whole, values.value) ?? whole;
  return (
    <form
      class="record-form"
      ref={form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => save(values.value, schema), saved);
      }}
    >
      <strong>{title}</strong>
      {hint && <p class="hint">{hint(values.value)}</p>}
      <fieldset class="all" disabled={busy.value || readOnly}>
        <ObjectInputs
          schema={schema}
          values={values.value}
          change={(next) => (values.value = next)}
          faults={fault.value?.violations ?? props.faults ?? []}
          pointer=""
          references={references}
          timezone={timezone}
        />
      </fieldset>
      {fault.value && <Refused fault={fault.value} schema={schema} newest={props.newest} />}
      <div class="buttons">
        {!readOnly && (
          <button class="strong" disabled={busy.value}>
            {busy.value ? t("Saving …") : t("Save")}
          </button>
        )}
        <button type="button" class="plain" disabled={busy.value} onClick={close}>
          {readOnly ? t("Close") : t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** The schema of a form: some attributes left out, and some needed beyond the catalogue. */
function schemaIn<T>({ collection, needed = [], without = [] }: Props<T>): Schema {
  const whole = schemaOf(collection);
  const kept = Object.entries(whole.properties ?? {}).filter(([name]) => !without.includes(name));
  return { ...whole, properties: Object.fromEntries(kept), required: [...(whole.required ?? []), ...needed] };
}
