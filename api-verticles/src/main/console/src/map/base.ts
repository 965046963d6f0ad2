import type { Signal } from "@preact/signals";
import * as maplibregl from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { Refusal } from "../refusal";
import { sessionHeaders } from "../session";
import { graticule } from "./graticule";

maplibregl.setWorkerUrl(workerUrl);

const dark = matchMedia("(prefers-color-scheme: dark)");

/** One colour by day, another by night. */
export const tone = (light: string, night: string) => (dark.matches ? night : light);

/** Below this width the panel is a sheet at the foot; as in style.css. */
export const PHONE = 640;
/** The panel with the gaps beside it. */
const PANEL_WIDTH = 490;
/** The part of a phone's map that a sheet leaves free. */
const SHEET_TOP = 0.34;

export const NOTHING: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [] };

type Edges = { top: number; bottom: number; left: number; right: number };

/** A map over a quiet base of our own: paper and a graticule. Tells in an attribute of the body when its picture is whole. */
export class BaseMap {
  readonly map: maplibregl.Map;
  readonly ready: Promise<void>;
  private readonly mark = new maplibregl.Marker({ color: "#c2410c", scale: 0.8 });
  private readonly repaint: (() => void)[] = [];
  private waiting = true;

  /**
   * @param view where it opens, longitude,latitude,zoom, and where it is kept from then on
   * @param tells the attribute of the body that tells its state; a map that is not "map" follows another one
   */
  constructor(
    container: HTMLElement,
    view: Signal<string>,
    private readonly tells = "map",
  ) {
    const follows = tells !== "map";
    const [lon, lat, zoom] = view.value ? view.value.split(",").map(Number) : [];
    this.map = new maplibregl.Map({
      container,
      style: {
        version: 8,
        sources: { graticule: { type: "geojson", data: graticule() } },
        layers: [
          { id: "paper", type: "background", paint: { "background-color": tone("#eceee8", "#1b1f1c") } },
          { id: "graticule", type: "line", source: "graticule", paint: { "line-width": 0.6 } },
        ],
      },
      center: lon === undefined || lat === undefined ? [14.5, 46] : [lon, lat],
      zoom: zoom ?? 4,
      attributionControl: false,
      interactive: !follows,
      fadeDuration: 0,
      maxZoom: 19,
      canvasContextAttributes: { preserveDrawingBuffer: true },
      transformRequest: (url) =>
        new URL(url, location.href).origin === location.origin ? { url, headers: sessionHeaders() } : { url },
    });
    if (!follows) this.map.addControl(new maplibregl.NavigationControl({ showCompass: false }), "top-right");
    if (!follows) this.map.addControl(new maplibregl.ScaleControl({}), "bottom-right");
    this.ready = new Promise((resolve) => this.map.once("load", () => resolve()));
    this.map.on("idle", () => {
      if (!this.waiting) document.body.dataset[this.tells] = "idle";
    });
    this.map.on("movestart", () => (document.body.dataset[this.tells] = "moving"));
    this.map.on("moveend", () => {
      const { lng, lat: north } = this.map.getCenter();
      view.value = `${lng.toFixed(5)},${north.toFixed(5)},${this.map.getZoom().toFixed(2)}`;
    });
    this.expect();
    dark.addEventListener("change", this.recolour);
    this.painted(() => {
      this.map.setPaintProperty("paper", "background-color", tone("#eceee8", "#1b1f1c"));
      this.map.setPaintProperty("graticule", "line-color", tone("#d6dbd2", "#343c36"));
    });
  }

  private readonly recolour = () => this.repaint.forEach((paint) => paint());

  /** Runs when the map is ready and whenever day and night change. */
  painted(paint: () => void): void {
    void this.ready.then(() => {
      this.repaint.push(paint);
      paint();
    });
  }

  remove(): void {
    dark.removeEventListener("change", this.recolour);
    delete document.body.dataset[this.tells];
    this.map.remove();
  }

  /** From now on the picture is out of date, until {@link arrived}. */
  expect(): void {
    this.waiting = true;
    document.body.dataset[this.tells] = "loading";
  }

  arrived(): void {
    this.waiting = false;
    this.map.triggerRepaint();
  }

  async data(source: string, features: GeoJSON.FeatureCollection): Promise<void> {
    await this.ready;
    (this.map.getSource(source) as maplibregl.GeoJSONSource).setData(features);
  }

  /** Fits the view to west, south, east, north, clear of the cards at the edges. */
  fit(bbox: number[], wide: Edges, narrow: Edges): void {
    const [west, south, east, north] = bbox as [number, number, number, number];
    const padding = this.map.getContainer().clientWidth > PHONE ? wide : narrow;
    this.map.fitBounds([west, south, east, north], { padding, maxZoom: 16, animate: false });
  }

  markAt(lon: number, lat: number): void {
    this.mark.setLngLat([lon, lat]).addTo(this.map);
    this.uncover(lon, lat);
  }

  unmark(): void {
    this.mark.remove();
  }

  /** Moves the map when the panel, at the right or on a phone at the foot, would hide the point. */
  uncover(lon: number, lat: number): void {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const { x, y } = this.map.project([lon, lat]);
    const inView = x >= 0 && x <= width && y >= 0 && y <= height;
    const right = width > PHONE ? Math.max(0, x - (width - PANEL_WIDTH)) : 0;
    const down = width > PHONE ? 0 : Math.max(0, y - height * SHEET_TOP);
    if (inView && (right > 0 || down > 0)) this.map.panBy([right, down]);
  }
}

/** What opens, or the reason why this browser cannot draw maps. */
export function mapOr<T>(open: () => T, refuse: (fault: Refusal) => void): T | undefined {
  try {
    return open();
  } catch {
    refuse(new Refusal("No map", "This browser cannot draw maps: WebGL is switched off or missing.", 0, ""));
    return undefined;
  }
}

/** West, south, east, north of everything; nothing when there is no geometry. */
export function boxOf(features: GeoJSON.Feature[]): number[] | undefined {
  const box = new maplibregl.LngLatBounds();
  const add = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    if (typeof coordinates[0] === "number") box.extend(coordinates.slice(0, 2) as [number, number]);
    else coordinates.forEach(add);
  };
  for (const { geometry } of features) if (geometry && "coordinates" in geometry) add(geometry.coordinates);
  return box.isEmpty() ? undefined : box.toArray().flat();
}
