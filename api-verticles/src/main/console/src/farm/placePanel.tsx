import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Activity, CultivationPeriod, Farm, FieldFeature } from "../api/bodies";
import { utcDay } from "../dates";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import { activities, cultivationPeriods, type Place, records, timeOfActivity } from "./farms";
import { type Node, propertiesOf } from "./placeNodes";
import { RecordForm } from "./recordForm";
import { RecordList } from "./recordList";
import { timeFormat, words } from "../words";

const dayOf = (date: string | undefined) => (date ? utcDay.format(new Date(date)) : "open");

interface Props {
  farm: Farm;
  /** from the field down to the place */
  way: Node[];
  field: FieldFeature | undefined;
  close: () => void;
}

/** A field or region with its crops, activities and records. */
export function PlacePanel({ farm, way, field, close }: Props) {
  const node = way.at(-1)!;
  const { place } = node;
  const time = timeFormat(farm.timezone);
  const crops = useLoading(
    (signal) => (node.region ? cultivationPeriods(node.region, signal) : Promise.resolve([])),
    [node.region],
  );
  const done = useLoading((signal) => activities(farm.id, place, signal), [place.id]);
  const above = way
    .slice(0, -1)
    .map((one) => one.place.name)
    .join(", ");
  const { landUse, description } = field ? propertiesOf(field) : {};
  const facts = place.kind === "field" ? [node.note, landUse && words(landUse), description] : [node.note];
  return (
    <aside class="panel card" aria-label="Chosen place">
      <header>
        <h2>{place.name}</h2>
        <button onClick={close} aria-label="Close">
          ×
        </button>
      </header>
      <div class="body">
        <p class="where">
          {above && <span>in {above}</span>}
          {facts.filter(Boolean).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        <Part title="Crops" of={crops}>
          {(all) => <Periods all={all} />}
        </Part>
        <Part title="Activities" of={done}>
          {(all) => <Activities all={all} time={time} />}
        </Part>
        <Records farm={farm} place={place} time={time} />
      </div>
    </aside>
  );
}

interface RecordsProps {
  farm: Farm;
  place: Place;
  time: Intl.DateTimeFormat;
}

/** The records of the place and the form for a new one. */
function Records({ farm, place, time }: RecordsProps) {
  const adding = useSignal(false);
  const loaded = useLoading((signal) => records(farm.id, place, signal), [place.id]);
  useEffect(() => {
    adding.value = false;
  }, [place.id]);
  const added = () => {
    adding.value = false;
    loaded.again();
  };
  return (
    <section aria-label="Records">
      <div class="head">
        <h3>Records</h3>
        {!adding.value && (
          <button class="strong" onClick={() => (adding.value = true)}>
            Add a record
          </button>
        )}
      </div>
      {adding.value && <RecordForm farm={farm.id} place={place} close={() => (adding.value = false)} done={added} />}
      <Loaded of={loaded} what="the records">
        {(all) => <RecordList records={all} time={time} changed={loaded.again} />}
      </Loaded>
    </section>
  );
}

function Part<T>({
  title,
  of,
  children,
}: {
  title: string;
  of: Loading<T>;
  children: (value: T) => ComponentChildren;
}) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Loaded of={of} what={title.toLowerCase()}>
        {children}
      </Loaded>
    </section>
  );
}

function Loaded<T>({
  of,
  what,
  children,
}: {
  of: Loading<T>;
  what: string;
  children: (value: T) => ComponentChildren;
}) {
  if (of.fault.value) return <Fault fault={of.fault.value} retry={of.again} />;
  if (of.value.value === undefined) return <div class="skeleton line" role="status" aria-label={`Loading ${what}`} />;
  return <>{children(of.value.value)}</>;
}

function Periods({ all }: { all: CultivationPeriod[] }) {
  if (all.length === 0) return <p class="hint">No cultivation period yet.</p>;
  return (
    <ul class="entries tight">
      {all.map(({ id, crop, startsAt, endsAt, status }) => (
        <li key={id}>
          <header>
            <strong>{crop ? words(crop) : "Crop"}</strong>
            <span>
              {dayOf(startsAt)} – {dayOf(endsAt)}
              {status && `, ${words(status).toLowerCase()}`}
            </span>
          </header>
        </li>
      ))}
    </ul>
  );
}

function Activities({ all, time }: { all: Activity[]; time: Intl.DateTimeFormat }) {
  if (all.length === 0) return <p class="hint">Nothing planned or done yet.</p>;
  return (
    <ul class="entries tight">
      {all.map((activity) => (
        <li key={activity.id}>
          <header>
            <strong>{activity.name ?? words(activity.type ?? "Activity")}</strong>
            <span>
              {activity.status && <b class={`state ${activity.status.toLowerCase()}`}>{words(activity.status)}</b>}
              {timeOfActivity(activity) && (
                <time dateTime={timeOfActivity(activity)}>{time.format(new Date(timeOfActivity(activity)))}</time>
              )}
            </span>
          </header>
        </li>
      ))}
    </ul>
  );
}
