import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Fault } from "../fault";
import "../form.css";
import { asRefusal, type Refusal } from "../refusal";
import { addRecord, attach, type FarmRecord, type Place, type RecordType, recordTypes } from "./farms";
import { ObjectInputs } from "./schemaInput";

interface Props {
  farm: string;
  place: Place;
  /** called when the record and its photos are stored */
  done: () => void;
  close: () => void;
}

/** The moment as an input of type datetime-local shows it. */
const local = (moment: Date) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** A new record of a chosen type, with photos. */
export function RecordForm({ farm, place, done, close }: Props) {
  const types = useSignal<RecordType[]>([]);
  const type = useSignal("NOTE");
  const payload = useSignal<Record<string, unknown>>({});
  const moment = useSignal(local(new Date()));
  const photos = useSignal<File[]>([]);
  const share = useSignal<number | undefined>(undefined);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  /** what is stored already when an upload fails behind it */
  const stored = useSignal<FarmRecord | undefined>(undefined);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    first.current?.focus();
    recordTypes().then((all) => (types.value = all), (error: unknown) => (fault.value = asRefusal(error)));
  }, []);

  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    try {
      stored.value ??= await addRecord(farm, place, {
        type: type.value,
        payload: payload.value,
        phenomenonTime: new Date(moment.value).toISOString(),
      });
      while (photos.value[0]) {
        share.value = 0;
        await attach(stored.value.id, photos.value[0], (next) => (share.value = next));
        photos.value = photos.value.slice(1);
      }
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
      share.value = undefined;
    }
  };
  const schema = types.value.find((one) => one.type === type.value)?.payloadSchema;
  return (
    <form
      class="record-form"
      aria-label="New record"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="all" disabled={busy.value || stored.value !== undefined}>
        <label>
          <span>Kind</span>
          <select
            ref={first}
            value={type.value}
            onChange={(event) => {
              type.value = event.currentTarget.value;
              payload.value = {};
            }}
          >
            {types.value.map((one) => <option key={one.type} value={one.type}>{one.name}</option>)}
          </select>
        </label>
        <label>
          <span>When</span>
          <input type="datetime-local" required value={moment.value} onInput={(event) => (moment.value = event.currentTarget.value)} />
        </label>
        {schema && (
          <ObjectInputs
            schema={schema}
            values={payload.value}
            change={(next) => (payload.value = next)}
            faults={fault.value?.violations ?? []}
            pointer="/payload"
          />
        )}
        {!schema && !fault.value && <div class="skeleton line" role="status" aria-label="Loading the kinds of records" />}
      </fieldset>
      <label>
        <span>Photos and files</span>
        <input
          type="file"
          multiple
          disabled={busy.value}
          onChange={(event) => (photos.value = [...(event.currentTarget.files ?? [])])}
        />
      </label>
      {share.value !== undefined && <Progress share={share.value} name={photos.value[0]?.name ?? ""} />}
      {fault.value && <Fault fault={fault.value} />}
      {stored.value && fault.value && <p class="hint">The record is stored; {photos.value.length} file still has to go up.</p>}
      <div class="buttons">
        <button class="strong" disabled={busy.value || !schema}>{busy.value ? "Saving …" : stored.value ? "Send the file again" : "Save"}</button>
        <button type="button" class="plain" disabled={busy.value} onClick={stored.value ? done : close}>{stored.value ? "Done" : "Cancel"}</button>
      </div>
    </form>
  );
}

/** How far an upload is. */
export function Progress({ share, name }: { share: number; name: string }) {
  return (
    <label class="sending">
      <span>Sending {name}: {Math.round(share * 100)} %</span>
      <progress max={1} value={share} />
    </label>
  );
}
