import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Fault } from "../fault";
import { BaseMap, boxOf, mapOr, NOTHING, tone } from "../map/base";
import type { Refusal } from "../refusal";
import { view } from "./choices";
import type { Item } from "./items";

const EDGE = { top: 24, bottom: 24, left: 24, right: 24 };

const drawn = (items: Item[]): GeoJSON.FeatureCollection => ({
  type: "FeatureCollection",
  features: items.flatMap(({ id, geometry }): GeoJSON.Feature[] => (geometry ? [{ type: "Feature", geometry, properties: { id } }] : [])),
});

/** Features of any kind, the chosen one among them. */
class SmallMap {
  readonly base: BaseMap;
  private readonly ready: Promise<void>;

  constructor(container: HTMLElement, choose: (id: string) => void) {
    this.base = new BaseMap(container, view);
    const { map } = this.base;
    this.ready = this.base.ready.then(() => {
      for (const id of ["items", "chosen"]) {
        map.addSource(id, { type: "geojson", data: NOTHING });
        map.addLayer({ id: `${id}-areas`, type: "fill", source: id, filter: ["==", ["geometry-type"], "Polygon"], paint: { "fill-opacity": id === "items" ? 0.45 : 0.25 } });
        map.addLayer({ id: `${id}-lines`, type: "line", source: id, paint: { "line-width": id === "items" ? 1.2 : 3 } });
        map.addLayer({ id: `${id}-points`, type: "circle", source: id, filter: ["==", ["geometry-type"], "Point"], paint: { "circle-radius": id === "items" ? 4 : 7 } });
      }
      map.on("click", (event) => {
        const [top] = map.queryRenderedFeatures(event.point, { layers: ["items-areas", "items-lines", "items-points"] });
        if (top) choose(String(top.properties["id"]));
      });
    });
    this.base.painted(() => void this.ready.then(() => this.paint()));
  }

  private paint(): void {
    const colours = { items: tone("#5c7a5d", "#7ea488"), chosen: tone("#c2410c", "#f2995f") };
    for (const [id, colour] of Object.entries(colours)) {
      this.base.map.setPaintProperty(`${id}-areas`, "fill-color", colour);
      this.base.map.setPaintProperty(`${id}-lines`, "line-color", colour);
      this.base.map.setPaintProperty(`${id}-points`, "circle-color", colour);
    }
  }

  async show(items: Item[], chosen: Item | undefined): Promise<void> {
    await this.ready;
    await this.base.data("items", drawn(items));
    await this.base.data("chosen", drawn(chosen ? [chosen] : []));
    const box = boxOf(drawn(chosen?.geometry ? [chosen] : items).features);
    if (box) this.base.fit(box, EDGE, EDGE);
    this.base.arrived();
  }
}

/** Where the features of a page lie, and the chosen one. */
export function ItemMap({ items, chosen, choose }: { items: Item[]; chosen: Item | undefined; choose: (id: string) => void }) {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<SmallMap | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  useEffect(() => {
    const box = holder.current;
    map.current = box ? mapOr(() => new SmallMap(box, choose), (reason) => (fault.value = reason)) : undefined;
    return () => map.current?.base.remove();
  }, []);
  useEffect(() => {
    map.current?.base.expect();
    void map.current?.show(items, chosen);
  }, [items, chosen]);
  if (fault.value) return <Fault fault={fault.value} />;
  return <div class="small-map" ref={holder} />;
}
