import type { Collection } from "../api/bodies";
import { isVector } from "../api/cubes";
import { utcDay } from "../dates";
import { useLoading } from "../loading";
import { collectionOf } from "./catalogue";
import { part } from "./choices";
import { FeaturesPart } from "./featuresPart";
import { HistoryPart } from "./historyPart";
import { LayersPart } from "./layersPart";
import { t } from "../texts/texts";

const PARTS = { LAYERS: "Layers", FEATURES: "Features", HISTORY: "History" } as const;
const ACCESS = {
  farm: "of a farm",
  organization: "of an organization",
  "signed-in": "open to all signed-in people",
  public: "open to everybody",
} as const;

const span = (of: Collection) => {
  const [from, to] = of.extent?.temporal?.interval[0] ?? [];
  return from && to
    ? t("{from} to {to}", { from: utcDay.format(new Date(from)), to: utcDay.format(new Date(to)) })
    : "";
};

/** The layers, features and history of a collection. */
export function CollectionView({ of, changed }: { of: Collection; changed: () => void }) {
  // the version grows with every upload; images and numbers are loaded again with it
  const fresh = useLoading((signal) => collectionOf(of.id, signal), [of.id]);
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
        <p class="quiet">{[now.id, t(ACCESS[now.access]), span(now), now.license].filter(Boolean).join(" · ")}</p>
      </header>
      <div class="tabs" role="tablist" aria-label={t("Parts of the collection")}>
        {Object.entries(PARTS).map(([id, name]) => (
          <button key={id} role="tab" aria-selected={shown === id} onClick={() => (part.value = id)}>
            {t(name)}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={t(PARTS[shown as keyof typeof PARTS])} class="part-of">
        {shown === "LAYERS" && <LayersPart of={now} changed={refresh} />}
        {shown === "FEATURES" && <FeaturesPart of={now} />}
        {shown === "HISTORY" && <HistoryPart of={now} changed={refresh} />}
      </div>
    </>
  );
}
