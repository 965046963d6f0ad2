import type { Signal } from "@preact/signals";
import type { MapMouseEvent } from "maplibre-gl";
import { BaseMap, boxOf, NOTHING, tone } from "../map/base";
import { observed, placeOf, secondsOf, type Thing, unitOf } from "./things";

const FONT = ["system-ui", "sans-serif"];
/** A value older than this against the newest of all is drawn pale. */
const STALE_SECONDS = 86_400;
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Things as points with the latest value of one observed property. */
export function pointsOf(things: Thing[], property: string): GeoJSON.FeatureCollection {
  const newest = Math.max(...things.flatMap((thing) => (thing.Datastreams ?? []).flatMap((one) => one.Observations ?? []).map((one) => secondsOf(one.phenomenonTime))));
  const features = things.flatMap((thing): GeoJSON.Feature[] => {
    const place = placeOf(thing);
    if (!place) return [];
    const stream = thing.Datastreams?.find((one) => observed(one) === property);
    const latest = stream?.Observations?.[0];
    const value = typeof latest?.result === "number" ? `${number.format(latest.result)} ${unitOf(stream!)}` : "";
    const stale = !latest || newest - secondsOf(latest.phenomenonTime) > STALE_SECONDS;
    return [{ type: "Feature", geometry: { type: "Point", coordinates: place }, properties: { id: thing["@iot.id"], value, stale } }];
  });
  return { type: "FeatureCollection", features };
}

/** Sensors on the map over the outlines of fields. */
export class SensorMap {
  readonly base: BaseMap;
  private readonly drawn: Promise<void>;

  constructor(container: HTMLElement, view: Signal<string>, choose: (id: string) => void) {
    this.base = new BaseMap(container, view);
    const { map } = this.base;
    this.drawn = this.base.ready.then(() => {
      for (const id of ["fields", "things"]) map.addSource(id, { type: "geojson", data: NOTHING });
      map.addLayer({ id: "fields", type: "fill", source: "fields", paint: { "fill-opacity": 0.5 } });
      map.addLayer({ id: "field-lines", type: "line", source: "fields", paint: { "line-width": 1 } });
      map.addLayer({ id: "ring", type: "circle", source: "things", filter: ["==", ["get", "id"], ""], paint: { "circle-radius": 13, "circle-opacity": 0, "circle-stroke-width": 3 } });
      map.addLayer({
        id: "things",
        type: "circle",
        source: "things",
        paint: { "circle-radius": 8, "circle-stroke-width": 2, "circle-opacity": ["case", ["get", "stale"], 0.45, 1] },
      });
      map.addLayer({
        id: "values",
        type: "symbol",
        source: "things",
        layout: { "text-field": ["get", "value"], "text-font": FONT, "text-size": 14, "text-anchor": "top", "text-offset": [0, 0.9] },
        paint: { "text-halo-width": 1.8 },
      });
      map.on("click", (event) => this.at(event).forEach(choose));
      map.on("mousemove", (event) => (map.getCanvas().style.cursor = this.at(event).length > 0 ? "pointer" : ""));
    });
    this.base.painted(() => void this.drawn.then(() => this.paint()));
  }

  private paint(): void {
    const { map } = this.base;
    map.setPaintProperty("fields", "fill-color", tone("#cfdccb", "#28382d"));
    map.setPaintProperty("field-lines", "line-color", tone("#8ba38b", "#5b7a66"));
    map.setPaintProperty("things", "circle-color", tone("#2b6cb0", "#7fb2e8"));
    map.setPaintProperty("things", "circle-stroke-color", tone("#ffffff", "#10241a"));
    map.setPaintProperty("ring", "circle-stroke-color", tone("#c2410c", "#f2995f"));
    map.setPaintProperty("values", "text-color", tone("#24302a", "#e6ebe7"));
    map.setPaintProperty("values", "text-halo-color", tone("#ffffff", "#1b1f1c"));
  }

  private at(event: MapMouseEvent): string[] {
    const near = 12; // pixels, for fingers
    const { x, y } = event.point;
    const [top] = this.base.map.queryRenderedFeatures([[x - near, y - near], [x + near, y + near]], { layers: ["things", "values"] });
    return top ? [String(top.properties["id"])] : [];
  }

  async land(fields: GeoJSON.FeatureCollection): Promise<void> {
    await this.drawn;
    await this.base.data("fields", fields);
  }

  async show(points: GeoJSON.FeatureCollection, fit: boolean): Promise<void> {
    await this.drawn;
    await this.base.data("things", points);
    const box = fit && boxOf(points.features);
    if (box) this.base.fit(box, { top: 80, bottom: 80, left: 400, right: 120 }, { top: 40, bottom: 470, left: 50, right: 60 });
    this.base.arrived();
  }

  async choose(id: string, place: [number, number] | undefined): Promise<void> {
    await this.drawn;
    this.base.map.setFilter("ring", ["==", ["to-string", ["get", "id"]], id]);
    if (place) this.base.uncover(...place);
  }
}
