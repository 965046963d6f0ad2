import { isVector } from "../cubes";
import { useLoading } from "../loading";
import type { Described } from "./catalogue";
import { describe } from "./catalogue";
import { part } from "./choices";
import { FeaturesPart } from "./featuresPart";
import { HistoryPart } from "./historyPart";
import { LayersPart } from "./layersPart";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const PARTS = { LAYERS: "Layers", FEATURES: "Features", HISTORY: "History" };
const ACCESS = { farm: "of a farm", organization: "of an organization", "signed-in": "open to all signed in" };

const span = (of: Described) => {
  const [from, to] = of.extent?.temporal?.interval[0] ?? [];
  return from && to ? `${day.format(new Date(from))} to ${day.format(new Date(to))}` : "";
};

/** What a collection holds: layers, features, and how they came about. */
export function CollectionView({ of, changed }: { of: Described; changed: () => void }) {
  // its version counts what is uploaded: pictures and numbers are asked again by it
  const fresh = useLoading((signal) => describe(of.id, signal), [of.id]);
  const now = fresh.value.value ?? of;
  const shown = part.value in PARTS ? part.value : isVector(of) ? "FEATURES" : "LAYERS";
  const refresh = () => {
    fresh.again();
    changed();
  };
  return (
    <>
      <header class="what">
        <h2>{now.title ?? now.id}</h2>
        {now.description && <p>{now.description}</p>}
        <p class="quiet">{[now.id, ACCESS[now.access], span(now), now.license].filter(Boolean).join(" · ")}</p>
      </header>
      <div class="tabs" role="tablist" aria-label="What is shown">
        {Object.entries(PARTS).map(([id, name]) => (
          <button key={id} role="tab" aria-selected={shown === id} onClick={() => (part.value = id)}>{name}</button>
        ))}
      </div>
      <div role="tabpanel" aria-label={PARTS[shown as keyof typeof PARTS]} class="part-of">
        {shown === "LAYERS" && <LayersPart of={now} changed={refresh} />}
        {shown === "FEATURES" && <FeaturesPart of={now} />}
        {shown === "HISTORY" && <HistoryPart of={now} changed={refresh} />}
      </div>
    </>
  );
}
