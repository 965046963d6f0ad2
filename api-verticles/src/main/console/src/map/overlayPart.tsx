import { useMemo } from "preact/hooks";
import { type Collection, type Facets, facets, vectorTileJson } from "../cubes";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import { colour, filter, overlay } from "./choices";
import type { Overlay } from "./cubeMap";
import { fillBy, pairs, swatches, withValue } from "./overlayLook";

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

export interface OverlayState {
  found: Loading<{ facets: Facets }>;
  property: string;
  drawn: Overlay | undefined;
}

/** The chosen vector collection with its filters. */
export function useOverlay(vectors: Collection[]): OverlayState {
  const id = vectors.some((one) => one.id === overlay.value) ? overlay.value : "";
  const found = useLoading(
    () => (id ? Promise.all([vectorTileJson(id), facets(id)]).then(([tiles, all]) => ({ tiles, facets: all })) : undefined),
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

/** Chooses the overlay, what of it is drawn, and by what it is coloured. */
export function OverlayPart({ vectors, state: { found, property } }: { vectors: Collection[]; state: OverlayState }) {
  if (vectors.length === 0) return null;
  const known = found.value.value?.facets;
  const chosen = new Map(pairs(filter.value));
  const change = (id: string) => {
    filter.value = "";
    colour.value = "";
    overlay.value = id;
  };
  return (
    <details class="part" open={Boolean(overlay.value)}>
      <summary>Overlay</summary>
      <label>
        Features
        <select value={overlay.value} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">none</option>
          {vectors.map((one) => <option key={one.id} value={one.id}>{one.title ?? one.id}</option>)}
        </select>
      </label>
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
      {known && Object.keys(known).length > 0 && (
        <>
          <label>
            Colour by
            <select value={property} onChange={(event) => (colour.value = event.currentTarget.value)}>
              {Object.keys(known).map((name) => <option key={name} value={name}>{title(name)}</option>)}
            </select>
          </label>
          <ul class="swatches" aria-label={`Colours of ${property}`}>
            {swatches(known, property).map((one) => (
              <li key={one.value}><i style={{ background: one.colour }} /> {title(one.value)}</li>
            ))}
          </ul>
          <div class="pair">
            {Object.entries(known).map(([name, values]) => (
              <label key={name}>
                {title(name)}
                <select
                  value={chosen.get(name) ?? ""}
                  onChange={(event) => (filter.value = withValue(filter.value, name, event.currentTarget.value))}
                >
                  <option value="">all</option>
                  {values.map(({ value, count }) => <option key={value} value={value}>{title(value)} ({count})</option>)}
                </select>
              </label>
            ))}
          </div>
        </>
      )}
    </details>
  );
}
