import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Refusal, type Violation } from "glebe-client";
import type { FarmRecord, RecordType } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import "../form.css";
import { useLoading } from "../loading";
import { offerUndo } from "../parts/undo";
import { Refused } from "../records/refused";
import { ObjectInputs } from "../records/schemaInput";
import { counted, t, wordIn } from "../texts/texts";
import { fromLocal, localTime, words } from "../words";
import { addRecord, attach, changeRecord, type Place, recordPatch, recordTypes, timeOfRecord } from "./farms";
import { Progress } from "./progress";

interface Props {
  farm: string;
  place: Place;
  /** the record to change; without one, a record is added */
  record?: FarmRecord;
  /** of the farm, in which times are shown and read */
  timezone: string | undefined;
  /** id of the activity at which the record is made */
  activity?: string;
  /** called when the record and its files are stored */
  done: () => void;
  /** shows the newest version of the record, where somebody else has changed it */
  newest?: () => void;
  close: () => void;
}

interface Draft {
  type: string;
  payload: Record<string, unknown>;
  /** as an input of type datetime-local shows it */
  time: string;
}

const draftOf = ({ record, timezone }: Props): Draft => ({
  type: record?.type ?? "NOTE",
  payload: record?.payload ?? {},
  time: localTime(new Date(record ? timeOfRecord(record) : Date.now()), timezone),
});

/** Attributes that a person has to fill in although the payload schema of the platform, which has to take values of any program, does not. */
const WANTED: Record<string, readonly string[]> = { MEASUREMENT: ["value"] };

/** Refuses a payload without an attribute that a person has to fill in, unless the stored record never had it. */
function check({ type, payload }: Draft, before: Record<string, unknown> | undefined): void {
  const isMissing = (name: string) => payload[name] === undefined && (!before || name in before);
  const missing = WANTED[type]?.filter(isMissing) ?? [];
  const violations = missing.map((name) => ({ rule: "required", detail: "", pointer: `/payload/${name}` }));
  if (missing.length > 0) throw new Refusal(0, { violations }, Response.error());
}

/** Adds a record. */
const added = ({ farm, place, activity, timezone }: Props, type: RecordType, { payload, time }: Draft) =>
  addRecord(farm, place, {
    type,
    payload,
    phenomenonTime: fromLocal(time, timezone),
    ...(activity && { activityId: activity }),
  });

/** Changes a record, and offers to send its values of before. */
async function changed(record: FarmRecord, { timezone, done }: Props, { payload, time }: Draft): Promise<FarmRecord> {
  const before = { payload: record.payload, phenomenonTime: timeOfRecord(record) };
  const same = time === localTime(new Date(before.phenomenonTime), timezone); // the input has no seconds
  const after = { payload, phenomenonTime: same ? before.phenomenonTime : fromLocal(time, timezone) };
  const stored = await changeRecord(record, recordPatch(before, after));
  offerUndo({
    text: t("The record is changed."),
    undo: () => changeRecord({ ...record, updatedAt: stored.updatedAt }, recordPatch(after, before)),
    undone: done,
  });
  return stored;
}

/** Stores a record and then its files, one after the other. */
function useSaving(props: Props, draft: Signal<Draft>, type: RecordType | undefined) {
  const { record, done } = props;
  const files = useSignal<File[]>([]);
  const share = useSignal<number | undefined>(undefined);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  /** the record, when it is stored but one of its files is not */
  const stored = useSignal<FarmRecord | undefined>(undefined);
  const save = async () => {
    if (!type) return; // the button waits for it
    busy.value = true;
    fault.value = undefined;
    try {
      check(draft.value, record?.payload);
      stored.value ??= await (record ? changed(record, props, draft.value) : added(props, type, draft.value));
      while (files.value[0]) {
        share.value = 0;
        const kept = { id: stored.value.id, farmId: props.farm, type: draft.value.type };
        await attach(kept, files.value[0], (next) => (share.value = next));
        files.value = files.value.slice(1);
      }
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
      share.value = undefined;
    }
  };
  return { files, share, busy, fault, stored, save };
}

/** A record of a chosen type, with files. */
export function RecordForm({ record: shown, ...rest }: Props) {
  const record = useMemo(() => shown, []); // what was opened, also when it is loaded again meanwhile
  const props = { ...rest, record };
  const { done, close, newest } = props;
  const draft = useSignal(draftOf(props));
  const types = useLoading(recordTypes, []);
  const type = types.value.value?.find((one) => one.type === draft.value.type);
  const { files, share, busy, fault, stored, save } = useSaving(props, draft, type);
  const schema = type?.payloadSchema;
  const refusal = fault.value ?? types.fault.value;
  return (
    <form
      class="record-form"
      aria-label={record ? t("Change the record") : t("New record")}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="all" disabled={busy.value || stored.value !== undefined}>
        <Inputs
          draft={draft}
          types={types.value.value ?? []}
          faults={fault.value?.violations ?? []}
          fixed={record !== undefined}
          timezone={props.timezone}
        />
        {!schema && !refusal && (
          <div class="skeleton line" role="status" aria-label={t("Loading {what}", { what: t("Records") })} />
        )}
      </fieldset>
      <label>
        <span>{t("Photos and files")}</span>
        <input
          type="file"
          multiple
          disabled={busy.value}
          onChange={(event) => (files.value = [...(event.currentTarget.files ?? [])])}
        />
      </label>
      {share.value !== undefined && <Progress share={share.value} name={files.value[0]?.name ?? ""} />}
      {refusal && <Refused fault={refusal} schema={schema ?? {}} pointer="/payload" newest={newest} />}
      {stored.value && fault.value && (
        <p class="hint">
          {t("The record is stored.")}{" "}
          {counted("{n} file is not sent yet.|{n} files are not sent yet.", files.value.length)}
        </p>
      )}
      <div class="buttons">
        <button class="strong" disabled={busy.value || !schema}>
          {busy.value ? t("Saving …") : stored.value ? t("Send the file again") : t("Save")}
        </button>
        <button type="button" class="plain" disabled={busy.value} onClick={stored.value ? done : close}>
          {stored.value ? t("Done") : t("Cancel")}
        </button>
      </div>
    </form>
  );
}

interface InputsProps {
  draft: Signal<Draft>;
  types: RecordType[];
  faults: Violation[];
  /** whether the type stays as it is */
  fixed: boolean;
  timezone: string | undefined;
}

function Inputs({ draft, types, faults, fixed, timezone }: InputsProps) {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { type, payload, time } = draft.value;
  const schema = types.find((one) => one.type === type)?.payloadSchema;
  const change = (next: Partial<Draft>) => (draft.value = { ...draft.value, ...next });
  return (
    <>
      <label>
        <span>{t("Type")} *</span>
        <select
          ref={first}
          value={type}
          disabled={fixed}
          onChange={(event) => change({ type: event.currentTarget.value, payload: {} })}
        >
          {types.map((one) => (
            <option key={one.type} value={one.type}>
              {wordIn(one.name || words(one.type))}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("Time")} *</span>
        <input
          type="datetime-local"
          required
          value={time}
          onInput={(event) => change({ time: event.currentTarget.value })}
        />
      </label>
      {schema && (
        <ObjectInputs
          schema={schema}
          values={payload}
          change={(next) => change({ payload: next })}
          faults={faults}
          pointer="/payload"
          timezone={timezone}
          wanted={WANTED[type]}
        />
      )}
    </>
  );
}
