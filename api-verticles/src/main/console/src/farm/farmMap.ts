import type { Signal } from "@preact/signals";
import { BaseMap, FONT, type MapLayer, type Padding } from "../maps/baseMap";
import { boxOf, featureCollection, NOTHING } from "../maps/geometry";
import { namePoint } from "../maps/inside";
import { flat, type Node } from "./placeNodes";

/** The places as features with their id and name. */
export const features = (nodes: Node[]): GeoJSON.FeatureCollection =>
  featureCollection(
    nodes.flatMap(({ geometry, place: { id, name } }): GeoJSON.Feature[] =>
      geometry ? [{ type: "Feature", geometry, properties: { id, name } }] : [],
    ),
  );

/** A point for each name; the map would write the name of an area once in each of its tiles. */
const names = ({ features: all }: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection =>
  featureCollection(
    all.flatMap(({ geometry, properties }): GeoJSON.Feature[] => {
      const coordinates = namePoint(geometry);
      return coordinates ? [{ type: "Feature", geometry: { type: "Point", coordinates }, properties }] : [];
    }),
  );

const LAYERS: MapLayer[] = [
  {
    layer: { id: "fields", type: "fill", source: "fields", paint: { "fill-opacity": 0.55 } },
    colours: { "fill-color": ["#b9d3b4", "#2f4a38"] },
  },
  {
    layer: { id: "field-lines", type: "line", source: "fields", paint: { "line-width": 1.2 } },
    colours: { "line-color": ["#5c7a5d", "#7ea488"] },
  },
  {
    layer: { id: "regions", type: "fill", source: "regions", paint: { "fill-opacity": 0.3 } },
    colours: { "fill-color": ["#d9a441", "#c08a2d"] },
  },
  {
    layer: {
      id: "region-lines",
      type: "line",
      source: "regions",
      paint: { "line-width": 1, "line-dasharray": [3, 2] },
    },
    colours: { "line-color": ["#8a5a00", "#f0b36a"] },
  },
  {
    layer: { id: "chosen", type: "line", source: "chosen", paint: { "line-width": 3.2 } },
    colours: { "line-color": ["#c2410c", "#f2995f"] },
  },
  {
    layer: {
      id: "names",
      type: "symbol",
      source: "names",
      minzoom: 12,
      layout: { "text-field": ["get", "name"], "text-font": FONT, "text-size": 12 },
      paint: { "text-halo-width": 1.4 },
    },
    colours: { "text-color": ["#24302a", "#e6ebe7"], "text-halo-color": ["#eef3ec", "#1b1f1c"] },
  },
];

const PADDING: Padding = {
  wide: { top: 24, bottom: 40, left: 330, right: 60 },
  narrow: { top: 16, bottom: 450, left: 16, right: 64 },
};

interface Over {
  sources: string[];
  layers: MapLayer[];
}
const NONE: Over = { sources: [], layers: [] };

/** Fields as areas, with the regions of the chosen field. */
export class FarmMap {
  readonly base: BaseMap;
  private shown = NOTHING;

  /** @param over sources and layers above the places */
  constructor(container: HTMLElement, view: Signal<string>, choose: (id: string) => void, over: Over = NONE) {
    this.base = new BaseMap(container, view, {
      home: () => this.home(),
      sources: ["fields", "regions", "chosen", "names", ...over.sources],
      layers: [...LAYERS, ...over.layers],
    });
    this.base.onSelect(["regions", "fields"], 0, choose);
  }

  /** Draws the farm, and fits the view to it when asked to. */
  async show(nodes: Node[], fit: boolean): Promise<void> {
    this.shown = features(nodes);
    await this.base.data("fields", this.shown);
    await this.base.data("names", names(this.shown));
    if (fit) this.home();
    this.base.arrived();
  }

  /** Fits the view to the farm. */
  private home(): void {
    const box = boxOf(this.shown);
    if (box) this.base.fit(box, PADDING);
  }

  /** @param way from the field down to the chosen place; empty when nothing is chosen */
  async choose(way: Node[]): Promise<void> {
    const [field] = way;
    const place = way.at(-1);
    await this.base.data("regions", features(field ? flat(field.children) : []));
    await this.base.data("chosen", features(place ? [place] : []));
    const box = boxOf(place ? features([place]) : NOTHING);
    if (box) this.base.reveal(box);
  }
}
