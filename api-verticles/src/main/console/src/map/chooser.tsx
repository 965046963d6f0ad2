import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Layer } from "../api/bodies";
import { collection, compare, compareLayer, expression, layer, point, range, saved, view } from "./choices";
import type { CubeState } from "./cubeState";
import { t } from "../texts/texts";

interface Props {
  state: CubeState;
  outlined: Signal<boolean>;
  /** above the choices */
  search: ComponentChildren;
  children: ComponentChildren;
}

/** A layer as people know it. */
export const label = (one: Layer) =>
  one.kind === "composite" ? `${one.name} (${one.bands?.join(", ")})` : (one.title ?? one.name);

/** Chooses the collection, the layer and the outlines that the map shows. */
export function Chooser({ state: { rasters, cube, outlines }, outlined, search, children }: Props) {
  const change = (id: string) => {
    for (const choice of [view, point, compare, compareLayer, range, saved, expression]) choice.value = "";
    collection.value = id;
  };
  const changeLayer = (name: string) => {
    range.value = ""; // the new layer may have other units
    saved.value = "";
    expression.value = "";
    layer.value = name;
  };
  return (
    <section class="choose card" aria-label={t("Map content")}>
      {search}
      {!rasters.value && <div class="skeleton line" role="status" aria-label={t("Loading the collections")} />}
      {rasters.value && rasters.value.length > 0 && (
        <>
          <label>
            {t("Collection")}
            <select value={collection.value} onChange={(event) => change(event.currentTarget.value)}>
              {rasters.value.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title ?? one.id}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("Layer")}
            <select value={layer.value} onChange={(event) => changeLayer(event.currentTarget.value)}>
              {cube.value?.layers.map((one) => (
                <option key={one.name} value={one.name}>
                  {label(one)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {outlines.value.features.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={outlined.value}
            onChange={(event) => (outlined.value = event.currentTarget.checked)}
          />
          {t("Field outlines")}
        </label>
      )}
      {children}
    </section>
  );
}
