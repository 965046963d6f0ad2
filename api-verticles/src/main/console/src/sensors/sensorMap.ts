import type { Signal } from "@preact/signals";
import type { Thing } from "../api/bodies";
import { BaseMap, FONT, type MapLayer, type Padding } from "../maps/baseMap";
import { boxOf, featureCollection } from "../maps/geometry";
import { locationOf, observedName, secondsOf, unitOf } from "./things";
import { locale } from "../texts/locale";

/** A value older than this against the newest of all is drawn pale. */
const STALE_SECONDS = 86_400;
/** Pixels around the pointer, for fingers. */
const NEAR = 12;
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** Things as points with the latest value of one observed property. */
export function pointsOf(things: Thing[], property: string): GeoJSON.FeatureCollection {
  const observations = things.flatMap(({ Datastreams }) => Datastreams ?? []).flatMap((one) => one.Observations ?? []);
  const newest = Math.max(...observations.map((one) => secondsOf(one.phenomenonTime)));
  const features = things.flatMap((thing): GeoJSON.Feature[] => {
    const coordinates = locationOf(thing);
    if (!coordinates) return [];
    const stream = thing.Datastreams?.find((one) => observedName(one) === property);
    const latest = stream?.Observations?.[0];
    const value = stream && typeof latest?.result === "number" ? number.format(latest.result) : "";
    const stale = !latest || newest - secondsOf(latest.phenomenonTime) > STALE_SECONDS;
    const properties = { id: thing["@iot.id"], value: value && `${value} ${unitOf(stream!)}`, stale };
    return [{ type: "Feature", geometry: { type: "Point", coordinates }, properties }];
  });
  return featureCollection(features);
}

const LAYERS: MapLayer[] = [
  {
    layer: { id: "fields", type: "fill", source: "fields", paint: { "fill-opacity": 0.5 } },
    colours: { "fill-color": ["#cfdccb", "#28382d"] },
  },
  {
    layer: { id: "field-lines", type: "line", source: "fields", paint: { "line-width": 1 } },
    colours: { "line-color": ["#8ba38b", "#5b7a66"] },
  },
  {
    layer: {
      id: "ring",
      type: "circle",
      source: "things",
      filter: ["==", ["get", "id"], ""],
      paint: { "circle-radius": 13, "circle-opacity": 0, "circle-stroke-width": 3 },
    },
    colours: { "circle-stroke-color": ["#c2410c", "#f2995f"] },
  },
  {
    layer: {
      id: "things",
      type: "circle",
      source: "things",
      paint: {
        "circle-radius": 8,
        "circle-stroke-width": 2,
        "circle-opacity": ["case", ["get", "stale"], 0.45, 1],
      },
    },
    colours: { "circle-color": ["#2b6cb0", "#7fb2e8"], "circle-stroke-color": ["#ffffff", "#10241a"] },
  },
  {
    layer: {
      id: "values",
      type: "symbol",
      source: "things",
      layout: {
        "text-field": ["get", "value"],
        "text-font": FONT,
        "text-size": 14,
        "text-anchor": "top",
        "text-offset": [0, 0.9],
      },
      paint: { "text-halo-width": 1.8 },
    },
    colours: { "text-color": ["#24302a", "#e6ebe7"], "text-halo-color": ["#ffffff", "#1b1f1c"] },
  },
];

const PADDING: Padding = {
  wide: { top: 80, bottom: 80, left: 400, right: 120 },
  narrow: { top: 40, bottom: 470, left: 50, right: 60 },
};

/** Sensors over the outlines of fields. */
export class SensorMap {
  readonly base: BaseMap;

  constructor(container: HTMLElement, view: Signal<string>, choose: (id: string) => void) {
    this.base = new BaseMap(container, view, { sources: ["fields", "things"], layers: LAYERS });
    this.base.onSelect(["things", "values"], NEAR, choose);
  }

  async outline(fields: GeoJSON.FeatureCollection): Promise<void> {
    await this.base.data("fields", fields);
  }

  async show(points: GeoJSON.FeatureCollection, fit: boolean): Promise<void> {
    await this.base.data("things", points);
    const box = fit && boxOf(points);
    if (box) this.base.fit(box, PADDING);
    this.base.arrived();
  }

  async choose(id: string, place: [number, number] | undefined): Promise<void> {
    await this.base.ready;
    this.base.map.setFilter("ring", ["==", ["to-string", ["get", "id"]], id]);
    if (place) this.base.uncover(...place);
  }
}
