import { useMemo } from "preact/hooks";
import type { Collection, Facets } from "../api/bodies";
import { facets, vectorTileJson } from "../api/cubes";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import { Select } from "../select";
import { colour, filter, overlay } from "./choices";
import type { Overlay } from "./cubeMap";
import { fillBy, pairs, swatches, withValue } from "./overlayLook";
import { t } from "../texts/texts";

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

export interface OverlayState {
  found: Loading<{ facets: Facets }>;
  property: string;
  drawn: Overlay | undefined;
}

/** Loads the chosen vector collection and applies its filter and colours. */
export function useOverlay(vectors: Collection[]): OverlayState {
  const id = vectors.some((one) => one.id === overlay.value) ? overlay.value : "";
  const found = useLoading(
    (signal) =>
      id
        ? Promise.all([vectorTileJson(id, signal), facets(id, signal)]).then(([tiles, all]) => ({ tiles, facets: all }))
        : undefined,
    [id],
  );
  const known = found.value.value;
  const names = Object.keys(known?.facets ?? {});
  const property = names.includes(colour.value) ? colour.value : (names[0] ?? "");
  const drawn = useMemo(
    () => known && { tiles: known.tiles, filter: filter.value, fill: fillBy(known.facets, property) },
    [known, filter.value, property],
  );
  return { found, property, drawn };
}

interface Props {
  vectors: Collection[];
  state: OverlayState;
}

/** Chooses the overlay, its filter and the property of its colours. */
export function OverlayPart({ vectors, state: { found, property } }: Props) {
  if (vectors.length === 0) return null;
  const known = found.value.value?.facets;
  const change = (id: string) => {
    filter.value = "";
    colour.value = "";
    overlay.value = id;
  };
  return (
    <details class="part" open={Boolean(overlay.value)}>
      <summary>{t("Overlay")}</summary>
      <Select
        label={t("Features")}
        value={overlay.value}
        options={[["", "none"], ...vectors.map(({ id, title: name }): [string, string] => [id, name ?? id])]}
        change={change}
      />
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
      {known && Object.keys(known).length > 0 && <ColoursAndFilter known={known} property={property} />}
    </details>
  );
}

function ColoursAndFilter({ known, property }: { known: Facets; property: string }) {
  const chosen = new Map(pairs(filter.value));
  return (
    <>
      <Select
        label={t("Colour by")}
        value={property}
        options={Object.keys(known).map((name) => [name, title(name)])}
        change={(name) => (colour.value = name)}
      />
      <ul class="swatches" aria-label={t("Colours of {name}", { name: property })}>
        {swatches(known, property).map((one) => (
          <li key={one.value}>
            <i style={{ background: one.colour }} /> {title(one.value)}
          </li>
        ))}
      </ul>
      <div class="pair">
        {Object.entries(known).map(([name, values]) => (
          <Select
            key={name}
            label={title(name)}
            value={chosen.get(name) ?? ""}
            options={[
              ["", t("all")],
              ...values.map(({ value, count }): [string, string] => [value, `${title(value)} (${count})`]),
            ]}
            change={(value) => (filter.value = withValue(filter.value, name, value))}
          />
        ))}
      </div>
    </>
  );
}
