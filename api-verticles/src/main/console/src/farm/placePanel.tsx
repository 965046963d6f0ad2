import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import { type Action, actions, type Farm, type FieldFeature, type Period, periods, records, whenOf } from "./farms";
import type { Node } from "./forest";
import { RecordForm } from "./recordForm";
import { RecordList } from "./recordList";
import { moments, words } from "../words";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dayOf = (date: string | undefined) => (date ? day.format(new Date(date)) : "open");

interface Props {
  farm: Farm;
  /** from the field down to the place */
  way: Node[];
  field: FieldFeature | undefined;
  close: () => void;
}

/** A field or region: what grows, what was done, what was seen. */
export function PlacePanel({ farm, way, field, close }: Props) {
  const node = way.at(-1)!;
  const { place } = node;
  const adding = useSignal(false);
  const moment = moments(farm.timezone);
  const grown = useLoading((signal) => (node.region ? periods(node.region, signal) : Promise.resolve([])), [node.region]);
  const worked = useLoading((signal) => actions(farm.id, place, signal), [place.id]);
  const noted = useLoading((signal) => records(farm.id, place, signal), [place.id]);
  useEffect(() => {
    adding.value = false;
  }, [place.id]);
  const { landUse, description } = field?.properties ?? {};
  const facts = place.kind === "field" ? [node.note, landUse && words(landUse), description] : [node.note];
  return (
    <aside class="panel card" aria-label="Chosen place">
      <header>
        <h2>{place.name}</h2>
        <button onClick={close} aria-label="Close">×</button>
      </header>
      <div class="body">
        <p class="where">
          {way.length > 1 && <span>in {way.slice(0, -1).map((one) => one.place.name).join(", ")}</span>}
          {facts.filter(Boolean).map((text) => <span key={text}>{text}</span>)}
        </p>
        <Part title="Crops" of={grown}>{(all) => <Periods all={all} />}</Part>
        <Part title="Activities" of={worked}>{(all) => <Actions all={all} moment={moment} />}</Part>
        <section aria-label="Records">
          <div class="head">
            <h3>Records</h3>
            {!adding.value && <button class="strong" onClick={() => (adding.value = true)}>Add a record</button>}
          </div>
          {adding.value && (
            <RecordForm
              farm={farm.id}
              place={place}
              close={() => (adding.value = false)}
              done={() => {
                adding.value = false;
                noted.again();
              }}
            />
          )}
          <Loaded of={noted} what="the records">{(all) => <RecordList records={all} moment={moment} changed={noted.again} />}</Loaded>
        </section>
      </div>
    </aside>
  );
}

function Part<T>({ title, of, children }: { title: string; of: Loading<T>; children: (value: T) => preact.ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Loaded of={of} what={title.toLowerCase()}>{children}</Loaded>
    </section>
  );
}

function Loaded<T>({ of, what, children }: { of: Loading<T>; what: string; children: (value: T) => preact.ComponentChildren }) {
  if (of.fault.value) return <Fault fault={of.fault.value} retry={of.again} />;
  if (of.value.value === undefined) return <div class="skeleton line" role="status" aria-label={`Loading ${what}`} />;
  return <>{children(of.value.value)}</>;
}

function Periods({ all }: { all: Period[] }) {
  if (all.length === 0) return <p class="hint">No cultivation period yet.</p>;
  return (
    <ul class="entries tight">
      {all.map(({ id, crop, startsAt, endsAt, status }) => (
        <li key={id}>
          <header>
            <strong>{crop ? words(crop) : "Crop"}</strong>
            <span>{dayOf(startsAt)} – {dayOf(endsAt)}{status && `, ${words(status).toLowerCase()}`}</span>
          </header>
        </li>
      ))}
    </ul>
  );
}

function Actions({ all, moment }: { all: Action[]; moment: Intl.DateTimeFormat }) {
  if (all.length === 0) return <p class="hint">Nothing planned or done yet.</p>;
  return (
    <ul class="entries tight">
      {all.map((action) => (
        <li key={action.id}>
          <header>
            <strong>{action.name ?? words(action.type ?? "Activity")}</strong>
            <span>
              {action.status && <b class={`state ${action.status.toLowerCase()}`}>{words(action.status)}</b>}
              {whenOf(action) && <time dateTime={whenOf(action)}>{moment.format(new Date(whenOf(action)))}</time>}
            </span>
          </header>
        </li>
      ))}
    </ul>
  );
}
