import type { Signal } from "@preact/signals";
import type { MapMouseEvent, MapTouchEvent, PointLike } from "maplibre-gl";
import { FarmMap } from "../farm/farmMap";
import type { Node } from "../farm/placeNodes";
import type { MapLayer } from "../maps/baseMap";
import { featureCollection, NOTHING } from "../maps/geometry";
import { polygonsOf, type Position } from "../shapes/polygons";
import { type Corner } from "./editor";

// What the page draws above the places: the draft, an earlier boundary, the preview of an import.

const LAYERS: MapLayer[] = [
  {
    layer: { id: "former", type: "line", source: "former", paint: { "line-width": 2.4, "line-dasharray": [2, 1.6] } },
    colours: { "line-color": ["#2b6cb0", "#7fb2e8"] },
  },
  {
    layer: { id: "preview", type: "fill", source: "preview", paint: { "fill-opacity": 0.4 } },
    colours: { "fill-color": ["#2b6cb0", "#7fb2e8"] },
  },
  {
    layer: { id: "preview-lines", type: "line", source: "preview", paint: { "line-width": 1.6 } },
    colours: { "line-color": ["#1d4f86", "#a9cdf3"] },
  },
  {
    layer: {
      id: "draft",
      type: "fill",
      source: "draft",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-opacity": 0.25 },
    },
    colours: { "fill-color": ["#c2410c", "#f2995f"] },
  },
  {
    layer: {
      id: "draft-lines",
      type: "line",
      source: "draft",
      filter: ["!=", ["geometry-type"], "Point"],
      paint: { "line-width": 2.6 },
    },
    colours: { "line-color": ["#c2410c", "#f2995f"] },
  },
  {
    layer: {
      id: "draft-middles",
      type: "circle",
      source: "draft",
      filter: ["==", ["get", "part"], "middle"],
      paint: { "circle-radius": 4, "circle-stroke-width": 1.5, "circle-opacity": 0.7 },
    },
    colours: { "circle-color": ["#ffffff", "#232824"], "circle-stroke-color": ["#c2410c", "#f2995f"] },
  },
  {
    layer: {
      id: "draft-corners",
      type: "circle",
      source: "draft",
      filter: ["in", ["get", "part"], ["literal", ["corner", "chosen"]]],
      paint: {
        "circle-radius": ["case", ["==", ["get", "part"], "chosen"], 8, 5.5],
        "circle-stroke-width": ["case", ["==", ["get", "part"], "chosen"], 3.5, 2],
      },
    },
    colours: { "circle-color": ["#ffffff", "#232824"], "circle-stroke-color": ["#c2410c", "#f2995f"] },
  },
];

/** A press within so many pixels of a corner takes it; fingers are wider than pointers. */
const NEAR = { mouse: 11, touch: 24 };
const SNAP = 11;
/** More corners are not drawn as handles. */
const MAX_HANDLES = 3000;

export type Press = MapMouseEvent | MapTouchEvent;

export const isTouch = (event: Press) => "touches" in event.originalEvent;

/** A corner, or the middle of a side behind a corner. */
export interface Handle {
  part: "corner" | "middle";
  corner: Corner;
}

/** The places of a farm with what a person draws. */
export class FieldMap {
  readonly base: FarmMap["base"];
  private readonly farm: FarmMap;
  private corners: Position[] = [];

  constructor(container: HTMLElement, view: Signal<string>, choose: (id: string) => void) {
    this.farm = new FarmMap(container, view, choose, { sources: ["former", "preview", "draft"], layers: LAYERS });
    this.base = this.farm.base;
  }

  async show(nodes: Node[], fit: boolean): Promise<void> {
    this.corners = nodes.flatMap(({ geometry }) => polygonsOf(geometry).flat(2));
    await this.farm.show(nodes, fit);
  }

  choose(way: Node[]): Promise<void> {
    return this.farm.choose(way);
  }

  /** The chosen place is faint while a draft is above it, which has the same colour. */
  draft(features: GeoJSON.Feature[]): Promise<void> {
    if (this.base.map.getLayer("chosen"))
      this.base.map.setPaintProperty("chosen", "line-opacity", features.length > 0 ? 0.3 : 1);
    return this.base.data(
      "draft",
      features.length > MAX_HANDLES ? withoutHandles(features) : featureCollection(features),
    );
  }

  former(geometry: GeoJSON.Geometry | undefined): Promise<void> {
    const shown = geometry ? featureCollection([{ type: "Feature", geometry, properties: {} }]) : NOTHING;
    return this.base.data("former", shown);
  }

  preview(geometries: GeoJSON.Geometry[]): Promise<void> {
    return this.base.data(
      "preview",
      featureCollection(geometries.map((geometry) => ({ type: "Feature", geometry, properties: {} }))),
    );
  }

  /** The handle at a press. */
  handleAt(event: Press): Handle | undefined {
    if (!this.base.map.getLayer("draft-corners")) return undefined;
    const { x, y } = event.point;
    const near = isTouch(event) ? NEAR.touch : NEAR.mouse;
    const box: [PointLike, PointLike] = [
      [x - near, y - near],
      [x + near, y + near],
    ];
    const found = this.base.map.queryRenderedFeatures(box, { layers: ["draft-corners", "draft-middles"] });
    const corner = found.find(({ properties }) => properties["part"] !== "middle") ?? found[0];
    if (!corner) return undefined;
    const { part, polygon, ring, at } = corner.properties as Record<string, number | string>;
    if (polygon === undefined) return undefined;
    return {
      part: part === "middle" ? "middle" : "corner",
      corner: [Number(polygon), Number(ring), Number(at)],
    };
  }

  /** Whether a press is at a position. */
  isAt(event: Press, at: Position | undefined): boolean {
    if (!at) return false;
    const { x, y } = this.base.map.project(at);
    return Math.hypot(x - event.point.x, y - event.point.y) <= (isTouch(event) ? NEAR.touch : NEAR.mouse);
  }

  /** The corner of a field near a position, so that neighbours share their border; else the position itself. */
  snapped(at: Position): Position {
    const { map } = this.base;
    const reach = (SNAP * 360) / (512 * 2 ** map.getZoom());
    const near = this.corners.filter(([lon, lat]) => Math.abs(lon - at[0]) < reach && Math.abs(lat - at[1]) < reach);
    const distance = ([lon, lat]: Position) => Math.hypot((lon - at[0]) * Math.cos((lat * Math.PI) / 180), lat - at[1]);
    return near.reduce((best, one) => (distance(one) < distance(best) ? one : best), near[0] ?? at);
  }
}

const withoutHandles = (features: GeoJSON.Feature[]) =>
  featureCollection(
    features.filter(({ geometry, properties }) => geometry.type !== "Point" || properties?.["part"] === "chosen"),
  );
