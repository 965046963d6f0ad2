import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { collection, layer, point, view } from "./choices";
import type { Collection, Layer } from "../cubes";

interface Props {
  collections: Collection[] | undefined;
  layers: Layer[];
  outlines: number;
  outlined: Signal<boolean>;
  children: ComponentChildren;
}

const label = (one: Layer) =>
  one.kind === "composite" ? `${one.name} (${one.bands?.join(", ")})` : (one.title ?? one.name);

/** What the map shows. */
export function Chooser({ collections, layers, outlines, outlined, children }: Props) {
  const change = (id: string) => {
    view.value = "";
    point.value = "";
    collection.value = id;
  };
  return (
    <section class="choose card" aria-label="What the map shows">
      {!collections && <div class="skeleton line" role="status" aria-label="Loading the collections" />}
      {collections && collections.length > 0 && (
        <>
          <label>
            Collection
            <select value={collection.value} onChange={(event) => change(event.currentTarget.value)}>
              {collections.map((one) => (
                <option key={one.id} value={one.id}>{one.title ?? one.id}</option>
              ))}
            </select>
          </label>
          <label>
            Layer
            <select value={layer.value} onChange={(event) => (layer.value = event.currentTarget.value)}>
              {layers.map((one) => (
                <option key={one.name} value={one.name}>{label(one)}</option>
              ))}
            </select>
          </label>
        </>
      )}
      {outlines > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={outlined.value}
            onChange={(event) => (outlined.value = event.currentTarget.checked)}
          />
          Field outlines
        </label>
      )}
      {children}
    </section>
  );
}
