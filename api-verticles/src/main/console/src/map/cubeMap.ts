import * as maplibregl from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { sessionHeaders } from "../session";
import type { TileJson } from "../cubes";
import { graticule } from "./graticule";

maplibregl.setWorkerUrl(workerUrl);

const dark = matchMedia("(prefers-color-scheme: dark)");
const paper = () => (dark.matches ? "#1b1f1c" : "#eceee8");
const grid = () => (dark.matches ? "#343c36" : "#d6dbd2");
const line = () => (dark.matches ? "#f3f6f2" : "#ffffff");
const casing = () => (dark.matches ? "#000000" : "#33402f");

/** Below this width the panel is a sheet at the foot; as in style.css. */
const PHONE = 640;
/** The panel with the gaps beside it. */
const PANEL_WIDTH = 490;
/** The part of a phone's map that a sheet leaves free. */
const SHEET_TOP = 0.34;

const NOTHING: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [] };

/** Where a map opens. */
export interface MapStart {
  center: [number, number];
  zoom: number;
}

/** The map: a quiet base of our own, the collection's tiles, outlines over them, a mark on the chosen point. */
export class CubeMap {
  readonly map: maplibregl.Map;
  private readonly mark = new maplibregl.Marker({ color: "#c2410c", scale: 0.8 });
  private readonly ready: Promise<void>;
  private waiting = true;

  constructor(container: HTMLElement, start: MapStart | undefined) {
    this.map = new maplibregl.Map({
      container,
      style: {
        version: 8,
        sources: {
          graticule: { type: "geojson", data: graticule() },
          outlines: { type: "geojson", data: NOTHING },
        },
        layers: [
          { id: "paper", type: "background", paint: { "background-color": paper() } },
          { id: "graticule", type: "line", source: "graticule", paint: { "line-color": grid(), "line-width": 0.6 } },
          {
            id: "casing",
            type: "line",
            source: "outlines",
            paint: { "line-color": casing(), "line-width": 3.2, "line-opacity": 0.45 },
          },
          { id: "outlines", type: "line", source: "outlines", paint: { "line-color": line(), "line-width": 1.4 } },
        ],
      },
      center: start?.center ?? [14.5, 46],
      zoom: start?.zoom ?? 4,
      attributionControl: false,
      fadeDuration: 0,
      maxZoom: 19,
      canvasContextAttributes: { preserveDrawingBuffer: true },
      transformRequest: (url) =>
        new URL(url, location.href).origin === location.origin ? { url, headers: sessionHeaders() } : { url },
    });
    this.map.addControl(new maplibregl.NavigationControl({ showCompass: false }), "top-right");
    this.map.addControl(new maplibregl.ScaleControl({}), "bottom-right");
    this.ready = new Promise((resolve) => this.map.once("load", () => resolve()));
    this.map.on("idle", () => {
      if (!this.waiting) document.body.dataset["map"] = "idle";
    });
    this.map.on("movestart", () => (document.body.dataset["map"] = "moving"));
    dark.addEventListener("change", this.recolour);
  }

  private readonly recolour = () => {
    this.map.setPaintProperty("paper", "background-color", paper());
    this.map.setPaintProperty("graticule", "line-color", grid());
    this.map.setPaintProperty("outlines", "line-color", line());
    this.map.setPaintProperty("casing", "line-color", casing());
  };

  remove(): void {
    dark.removeEventListener("change", this.recolour);
    this.map.remove();
  }

  /** From now on the picture is out of date, until {@link show} or {@link clear}. */
  expect(): void {
    this.waiting = true;
    document.body.dataset["map"] = "loading";
  }

  /** Shows the tiles of one layer at one date in place of those before. */
  async show(tiles: TileJson): Promise<void> {
    await this.ready;
    const before = this.map.getSource("cube") as maplibregl.RasterTileSource | undefined;
    if (before) before.setTiles(tiles.tiles);
    else this.add(tiles);
    this.waiting = false;
    this.map.triggerRepaint();
  }

  private add(tiles: TileJson): void {
    this.map.addSource("cube", {
      type: "raster",
      tiles: tiles.tiles,
      tileSize: 256,
      bounds: tiles.bounds,
      minzoom: tiles.minzoom,
      maxzoom: tiles.maxzoom,
    });
    const paint = { "raster-resampling": "nearest", "raster-fade-duration": 0 } as const;
    this.map.addLayer({ id: "cube", type: "raster", source: "cube", paint }, "casing");
  }

  async clear(): Promise<void> {
    await this.ready;
    if (this.map.getLayer("cube")) this.map.removeLayer("cube");
    if (this.map.getSource("cube")) this.map.removeSource("cube");
    this.waiting = false;
  }

  /** Draws these outlines over the tiles. */
  async outline(features: GeoJSON.FeatureCollection): Promise<void> {
    await this.ready;
    (this.map.getSource("outlines") as maplibregl.GeoJSONSource).setData(features);
  }

  /** Fits the view to west, south, east, north, clear of the cards at the edges. */
  fit(bbox: number[]): void {
    const [west, south, east, north] = bbox as [number, number, number, number];
    const wide = this.map.getContainer().clientWidth > PHONE;
    const padding = wide ? { top: 24, bottom: 110, left: 280, right: 60 } : { top: 110, bottom: 190, left: 24, right: 24 };
    this.map.fitBounds([west, south, east, north], { padding, animate: false });
  }

  markAt(lon: number, lat: number): void {
    this.mark.setLngLat([lon, lat]).addTo(this.map);
    this.uncover(lon, lat);
  }

  /** Moves the map when the panel, at the right or on a phone at the foot, would hide the point. */
  private uncover(lon: number, lat: number): void {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const { x, y } = this.map.project([lon, lat]);
    const inView = x >= 0 && x <= width && y >= 0 && y <= height;
    const right = width > PHONE ? Math.max(0, x - (width - PANEL_WIDTH)) : 0;
    const down = width > PHONE ? 0 : Math.max(0, y - height * SHEET_TOP);
    if (inView && (right > 0 || down > 0)) this.map.panBy([right, down]);
  }

  unmark(): void {
    this.mark.remove();
  }
}
