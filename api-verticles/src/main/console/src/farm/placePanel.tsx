import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Activity, CultivationPeriod, Farm, FieldFeature } from "../api/bodies";
import { type Loading, useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { labelOf } from "../records/labels";
import { may } from "../rights";
import { type Text, t, wordIn } from "../texts/texts";
import { activities, cultivationPeriods, type Place, records, timeOfActivity } from "./farms";
import { Period } from "./period";
import { type Node, propertiesOf } from "./placeNodes";
import { RecordForm } from "./recordForm";
import { RecordList } from "./recordList";
import { timeFormat, words } from "../words";

interface Props {
  farm: Farm;
  /** from the field down to the place */
  way: Node[];
  field: FieldFeature | undefined;
  close: () => void;
}

/** A field or region with its crops, activities and records. */
export function PlacePanel({ farm, way, field, close }: Props) {
  const { place } = way.at(-1)!;
  return (
    <aside class="panel card" aria-label={t("Chosen place")}>
      <header>
        <h2>{place.name}</h2>
        <button onClick={close} aria-label={t("Close")}>
          ×
        </button>
      </header>
      <div class="body">
        <Where way={way} field={field} />
        <a class="plain" href={`#page=farm&farm=${farm.id}&place=${place.id}&sheet=1`}>
          {t("Print")}
        </a>
        <PlaceParts farm={farm} node={way.at(-1)!} />
      </div>
    </aside>
  );
}

/** In which place it is, its size and what it is used for. */
export function Where({ way, field }: Pick<Props, "way" | "field">) {
  const node = way.at(-1)!;
  const above = way
    .slice(0, -1)
    .map((one) => one.place.name)
    .join(", ");
  const { landUse, description } = field ? propertiesOf(field) : {};
  const facts = node.place.kind === "field" ? [node.note, landUse && wordIn(words(landUse)), description] : [node.note];
  return (
    <p class="where">
      {above && <span>{t("in {place}", { place: above })}</span>}
      {facts.filter(Boolean).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );
}

/** The crops, activities and records of a place. */
export function PlaceParts({ farm, node }: { farm: Farm; node: Node }) {
  const { place } = node;
  const time = timeFormat(farm.timezone);
  const crops = useLoading(
    (signal) => (node.region ? cultivationPeriods(node.region, signal) : Promise.resolve([])),
    [node.region],
  );
  const done = useLoading((signal) => activities(farm.id, place, signal), [place.id]);
  return (
    <>
      <Part title="Crops" of={crops}>
        {(all) => <Periods all={all} />}
      </Part>
      <Part title="Activities" of={done}>
        {(all) => <Activities all={all} time={time} />}
      </Part>
      <Records farm={farm} place={place} time={time} />
    </>
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
    <section aria-label={t("Records")}>
      <div class="head">
        <h3>{t("Records")}</h3>
        {!adding.value && may("data:create", farm.id) && (
          <button class="strong" onClick={() => (adding.value = true)}>
            {t("Add a record")}
          </button>
        )}
      </div>
      {adding.value && (
        <RecordForm
          farm={farm.id}
          place={place}
          timezone={farm.timezone}
          close={() => (adding.value = false)}
          done={added}
        />
      )}
      <Loaded of={loaded} what={t("Records")}>
        {(all) => <RecordList records={all} time={time} timezone={farm.timezone} changed={loaded.again} />}
      </Loaded>
    </section>
  );
}

function Part<T>({ title, of, children }: { title: Text; of: Loading<T>; children: (value: T) => ComponentChildren }) {
  return (
    <section aria-label={t(title)}>
      <h3>{t(title)}</h3>
      <Loaded of={of} what={t(title)}>
        {children}
      </Loaded>
    </section>
  );
}

function Periods({ all }: { all: CultivationPeriod[] }) {
  if (all.length === 0) return <p class="hint">{t("No cultivation period yet.")}</p>;
  return (
    <ul class="entries tight">
      {all.map((one) => (
        <Period key={one.id} of={one} />
      ))}
    </ul>
  );
}

function Activities({ all, time }: { all: Activity[]; time: Intl.DateTimeFormat }) {
  if (all.length === 0) return <p class="hint">{t("Nothing planned or done yet.")}</p>;
  return (
    <ul class="entries tight">
      {all.map((activity) => (
        <li key={activity.id}>
          <header>
            <strong>{activity.name ?? labelOf(activity.type ?? "Activity")}</strong>
            <span>
              {activity.status && <b class={`state ${activity.status.toLowerCase()}`}>{labelOf(activity.status)}</b>}
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
