import type { Signal } from "@preact/signals";
import type { MapMouseEvent } from "maplibre-gl";
import { BaseMap, boxOf, NOTHING, tone } from "../map/base";
import type { Node } from "./forest";
import { flat } from "./forest";

const FONT = ["system-ui", "sans-serif"];

const feature = (node: Node): GeoJSON.Feature[] =>
  node.geometry
    ? [{ type: "Feature", geometry: node.geometry, properties: { id: node.place.id, name: node.place.name } }]
    : [];

const collection = (nodes: Node[]): GeoJSON.FeatureCollection => ({
  type: "FeatureCollection",
  features: nodes.flatMap(feature),
});

/** Fields as areas, the regions of the chosen field within it. */
export class FarmMap {
  readonly base: BaseMap;
  private readonly drawn: Promise<void>;

  constructor(container: HTMLElement, view: Signal<string>, choose: (id: string) => void) {
    this.base = new BaseMap(container, view);
    const { map } = this.base;
    this.drawn = this.base.ready.then(() => {
      for (const id of ["fields", "regions", "chosen"]) map.addSource(id, { type: "geojson", data: NOTHING });
      map.addLayer({ id: "fields", type: "fill", source: "fields", paint: { "fill-opacity": 0.55 } });
      map.addLayer({ id: "field-lines", type: "line", source: "fields", paint: { "line-width": 1.2 } });
      map.addLayer({ id: "regions", type: "fill", source: "regions", paint: { "fill-opacity": 0.3 } });
      map.addLayer({ id: "region-lines", type: "line", source: "regions", paint: { "line-width": 1, "line-dasharray": [3, 2] } });
      map.addLayer({ id: "chosen", type: "line", source: "chosen", paint: { "line-width": 3.2 } });
      map.addLayer({
        id: "names",
        type: "symbol",
        source: "fields",
        minzoom: 12,
        layout: { "text-field": ["get", "name"], "text-font": FONT, "text-size": 12 },
        paint: { "text-halo-width": 1.4 },
      });
      map.on("click", (event) => this.at(event).forEach(choose));
      map.on("mousemove", (event) => (map.getCanvas().style.cursor = this.at(event).length > 0 ? "pointer" : ""));
    });
    this.base.painted(() => void this.drawn.then(() => this.paint()));
  }

  private paint(): void {
    const { map } = this.base;
    map.setPaintProperty("fields", "fill-color", tone("#b9d3b4", "#2f4a38"));
    map.setPaintProperty("field-lines", "line-color", tone("#5c7a5d", "#7ea488"));
    map.setPaintProperty("regions", "fill-color", tone("#d9a441", "#c08a2d"));
    map.setPaintProperty("region-lines", "line-color", tone("#8a5a00", "#f0b36a"));
    map.setPaintProperty("chosen", "line-color", tone("#c2410c", "#f2995f"));
    map.setPaintProperty("names", "text-color", tone("#24302a", "#e6ebe7"));
    map.setPaintProperty("names", "text-halo-color", tone("#eef3ec", "#1b1f1c"));
  }

  /** The smallest place under the pointer, if any. */
  private at(event: MapMouseEvent): string[] {
    const [top] = this.base.map.queryRenderedFeatures(event.point, { layers: ["regions", "fields"] });
    return top ? [String(top.properties["id"])] : [];
  }

  /** Draws the farm and fits the view to it unless the address says where to look. */
  async show(nodes: Node[], fit: boolean): Promise<void> {
    await this.drawn;
    await this.base.data("fields", collection(nodes));
    const box = fit && boxOf(collection(nodes).features);
    if (box) this.base.fit(box, { top: 24, bottom: 40, left: 330, right: 60 }, { top: 16, bottom: 450, left: 16, right: 16 });
    this.base.arrived();
  }

  /** @param way from the field down to the chosen place; empty when nothing is chosen */
  async choose(way: Node[]): Promise<void> {
    await this.drawn;
    const [field] = way;
    const place = way.at(-1);
    await this.base.data("regions", collection(field ? flat(field.children) : []));
    await this.base.data("chosen", collection(place ? [place] : []));
    const box = boxOf((field ? collection([field]) : NOTHING).features);
    if (box) this.base.uncover((box[0]! + box[2]!) / 2, (box[1]! + box[3]!) / 2);
  }
}
