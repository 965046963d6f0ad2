import type { Signal } from "@preact/signals";
import * as maplibregl from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { person, sessionHeaders } from "../session";
import { system } from "../units";
import { addBasemap } from "./outsideMap";
import { NOTHING, placeIn, viewText } from "./geometry";
import { controlWords, CoordinatesControl, HomeControl, positionControl } from "./controls";
import { graticule } from "./graticule";
import { BESIDE, places, SHOWN, SIZE } from "./places";
import { world } from "./world";

// The only module that creates MapLibre maps.

maplibregl.setWorkerUrl(workerUrl);

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Below this width the panel is a sheet at the bottom; as in look/phone.css. */
const PHONE = 640;
/** The panel with the gaps beside it. */
const PANEL_WIDTH = 490;
/** The share of a phone's map above the sheet. */
const SHEET_TOP = 0.34;
/** What the cards at the edges leave free. */
const FREE: Edges = { top: 24, bottom: 110, left: 330, right: PANEL_WIDTH };
const NARROW: Edges = { top: 16, bottom: 0, left: 16, right: 16 };
/** Pixels that a box may be behind a card. */
const SLACK = 12;
/** A smaller box is shown larger. */
const SMALL = 60;
const DEFAULT_CENTRE: [number, number] = [14.5, 46];
const DEFAULT_ZOOM = 4;

export const FONT = ["system-ui", "sans-serif"];

/** A colour by day and one by night. */
type Colour = [light: string, dark: string];

type PaintProperty = Parameters<maplibregl.Map["setPaintProperty"]>[1];

/** A style layer with colours that follow the colour scheme of the browser. */
export interface MapLayer {
  layer: maplibregl.AddLayerObject;
  colours: Partial<Record<PaintProperty, Colour>>;
}

interface Content {
  /** attribute of the body with the state of the map; only the map named "map" takes input */
  name?: string;
  /** names of GeoJSON sources, empty at first */
  sources?: string[];
  /** from bottom to top */
  layers?: MapLayer[];
  /** shows everything that the page is about */
  home?: () => void;
}

interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The share of a side that edges may take together; a phone held across is low. */
const MOST = 0.7;

/** Edges that leave something of a map of this size. */
function shrunk({ top, bottom, left, right }: Edges, width: number, height: number): Edges {
  const across = Math.min(1, (MOST * width) / (left + right || 1));
  const down = Math.min(1, (MOST * height) / (top + bottom || 1));
  return { top: top * down, bottom: bottom * down, left: left * across, right: right * across };
}

/** Free space around a fitted box, on a wide screen and on a phone. */
export interface Padding {
  wide: Edges;
  narrow: Edges;
}

const LAND: Colour = ["#eceee8", "#1b1f1c"];
const SEA: Colour = ["#d9e3e8", "#12171b"];

const BACKGROUND: MapLayer[] = [
  { layer: { id: "paper", type: "background" }, colours: { "background-color": LAND } },
  { layer: { id: "land", type: "fill", source: "land" }, colours: { "fill-color": LAND } },
  {
    layer: { id: "borders", type: "line", source: "borders", maxzoom: 11, paint: { "line-width": 0.9 } },
    colours: { "line-color": ["#b4bdb1", "#4a544d"] },
  },
  {
    layer: { id: "graticule", type: "line", source: "graticule", paint: { "line-width": 0.6 } },
    colours: { "line-color": ["#d6dbd2", "#343c36"] },
  },
  {
    layer: {
      id: "places",
      type: "symbol",
      source: "places",
      minzoom: 2,
      maxzoom: 14,
      filter: SHOWN,
      layout: {
        "text-field": ["get", "name"],
        "text-font": FONT,
        "text-size": SIZE,
        "symbol-sort-key": ["get", "rank"],
        ...BESIDE,
      },
      paint: { "text-halo-width": 1.2 },
    },
    colours: { "text-color": ["#7a857d", "#87938b"], "text-halo-color": LAND },
  },
  {
    layer: {
      id: "countries",
      type: "symbol",
      source: "countries",
      maxzoom: 8,
      layout: { "text-field": ["get", "name"], "text-font": FONT, "text-size": 11, "symbol-sort-key": ["get", "rank"] },
      paint: { "text-halo-width": 1.2 },
    },
    colours: { "text-color": ["#5d6a62", "#a5b0a9"], "text-halo-color": LAND },
  },
];
const WORLD = ["land", "borders", "countries", "places"];

/** A map with a plain background, a graticule and the layers of a page. `body[data-map]` is "idle" when it is fully drawn. */
export class BaseMap {
  readonly map: maplibregl.Map;
  /** resolves when the sources and layers exist */
  readonly ready: Promise<void>;
  private readonly mark = new maplibregl.Marker({ color: "#c2410c", scale: 0.8 });
  private readonly name: string;
  private readonly layers: MapLayer[];
  private waiting = true;
  private removed = false;

  /** @param view longitude,latitude,zoom: where the map opens; updated when it moves */
  constructor(container: HTMLElement, view: Signal<string>, content: Content) {
    const { name = "map", sources = [], layers = [], home } = content;
    this.name = name;
    this.layers = [...BACKGROUND.map(({ layer, colours }) => ({ layer, colours: { ...colours } })), ...layers];
    const follows = name !== "map";
    const [lon, lat, zoom] = placeIn(view.value, 3) ?? [...DEFAULT_CENTRE, DEFAULT_ZOOM];
    this.map = new maplibregl.Map({
      container,
      style: {
        version: 8,
        transition: { duration: 0 }, // a date is shown at once when its tiles are loaded
        sources: { graticule: { type: "geojson", data: graticule() } },
        layers: [],
      },
      center: [lon!, lat!],
      zoom: zoom!,
      attributionControl: false,
      interactive: !follows,
      fadeDuration: 0,
      maxZoom: 19,
      locale: controlWords(),
      canvasContextAttributes: { preserveDrawingBuffer: true },
      transformRequest: (url) =>
        new URL(url, location.href).origin === location.origin ? { url, headers: sessionHeaders() } : { url },
    });
    if (!follows) this.control(home);
    this.ready = new Promise((resolve) => this.map.once("load", () => resolve(this.add(sources))));
    this.watch(view);
    this.expect();
  }

  private control(home: (() => void) | undefined): void {
    this.map.addControl(new maplibregl.NavigationControl({ showCompass: false }), "top-right");
    if (person()?.basemap?.attribution) this.map.addControl(new maplibregl.AttributionControl({ compact: false }));
    if (home) this.map.addControl(new HomeControl(home), "top-right");
    if (isSecureContext && "geolocation" in navigator)
      this.map.addControl(positionControl(this.map.getContainer()), "top-right");
    this.map.addControl(
      new maplibregl.ScaleControl({ unit: system() === "us" ? "imperial" : "metric" }),
      "bottom-right",
    );
    this.map.addControl(new CoordinatesControl(), "bottom-right");
  }

  /** Draws the countries, then the names of towns, when they are loaded; without them the map is as useful. */
  private async addWorld(): Promise<void> {
    const { land, borders, names } = await world();
    if (this.removed) return;
    await Promise.all([this.data("land", land), this.data("borders", borders), this.data("countries", names)]);
    this.map.once("idle", () => {
      this.layers[0]!.colours["background-color"] = SEA; // not before the land is drawn: everything would be water
      this.recolour();
    });
    await this.data("places", await places());
  }

  private add(sources: string[]): void {
    for (const id of [...WORLD, ...sources]) this.map.addSource(id, { type: "geojson", data: NOTHING });
    for (const { layer } of this.layers) this.map.addLayer(layer);
    this.recolour();
    dark.addEventListener("change", this.recolour);
    const chosen = person()?.basemap;
    const ground = chosen ? addBasemap(this.map, chosen, "graticule") : this.addWorld();
    ground.catch(() => {}); // without it the map is as useful
  }

  private watch(view: Signal<string>): void {
    this.map.on("idle", () => {
      if (!this.waiting) document.body.dataset[this.name] = "idle";
    });
    this.map.on("movestart", () => (document.body.dataset[this.name] = "moving"));
    this.map.on("moveend", () => {
      const { lng, lat } = this.map.getCenter();
      view.value = viewText(lng, lat, this.map.getZoom());
    });
  }

  private readonly recolour = () => {
    for (const { layer, colours } of this.layers)
      for (const [property, colour] of Object.entries(colours))
        this.map.setPaintProperty(layer.id, property as PaintProperty, colour[dark.matches ? 1 : 0]);
  };

  /** Frees the map with all its sources and listeners. */
  remove(): void {
    this.removed = true;
    dark.removeEventListener("change", this.recolour);
    delete document.body.dataset[this.name];
    this.map.remove();
  }

  /** The drawn content is out of date from now on, until {@link arrived}. */
  expect(): void {
    this.waiting = true;
    document.body.dataset[this.name] = "loading";
  }

  arrived(): void {
    this.waiting = false;
    this.map.triggerRepaint();
  }

  async data(source: string, features: GeoJSON.FeatureCollection): Promise<void> {
    await this.ready;
    void this.map.getSource<maplibregl.GeoJSONSource>(source)?.setData(features);
  }

  /**
   * Reports the property "id" of a clicked feature.
   *
   * @param layers in which features can be clicked
   * @param near pixels around the pointer in which a feature counts as clicked
   */
  onSelect(layers: string[], near: number, select: (id: string) => void): void {
    const under = ({ point: { x, y } }: maplibregl.MapMouseEvent): string | undefined => {
      if (!this.map.getLayer(layers[0]!)) return undefined;
      const from: [number, number] = [x - near, y - near];
      const to: [number, number] = [x + near, y + near];
      const [top] = this.map.queryRenderedFeatures(near === 0 ? from : [from, to], { layers });
      return top && String(top.properties["id"]);
    };
    this.map.on("click", (event) => {
      const id = under(event);
      if (id !== undefined) select(id);
    });
    this.map.on("mousemove", (event) => {
      this.map.getCanvas().style.cursor = under(event) === undefined ? "" : "pointer";
    });
  }

  /** Fits the view to west, south, east, north, with free space for the cards at the edges. */
  fit(bbox: number[], { wide, narrow }: Padding): void {
    const [west, south, east, north] = bbox as [number, number, number, number];
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const padding = shrunk(width > PHONE ? wide : narrow, width, height);
    this.map.fitBounds([west, south, east, north], { padding, maxZoom: 16, animate: false });
  }

  /** Flies to a box when it is not wholly in view, or too small there; leaves room for the list and the panel. */
  reveal([west, south, east, north]: [number, number, number, number]): void {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const edges = width > PHONE ? FREE : { ...NARROW, bottom: Math.round(height * (1 - SHEET_TOP)) };
    const padding = shrunk(edges, width, height);
    const { lng } = this.map.getCenter();
    const turn = Math.round((lng - (west + east) / 2) / 360) * 360; // the nearest copy of the world
    const [from, to] = [this.map.project([west + turn, north]), this.map.project([east + turn, south])];
    const seen =
      from.x >= padding.left - SLACK &&
      to.x <= width - padding.right + SLACK &&
      from.y >= padding.top - SLACK &&
      to.y <= height - padding.bottom + SLACK;
    if (seen && Math.max(to.x - from.x, to.y - from.y) >= SMALL) return;
    this.map.fitBounds([west + turn, south, east + turn, north], { padding, maxZoom: 16, duration: 700 });
  }

  markAt(lon: number, lat: number): void {
    this.mark.setLngLat([lon, lat]).addTo(this.map);
    this.uncover(lon, lat);
  }

  unmark(): void {
    this.mark.remove();
  }

  /** Moves the map when the panel (at the right, on a phone at the bottom) would cover the point. */
  uncover(lon: number, lat: number): void {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const { x, y } = this.map.project([lon, lat]);
    const inView = x >= 0 && x <= width && y >= 0 && y <= height;
    const right = width > PHONE ? Math.max(0, x - (width - Math.min(PANEL_WIDTH, width / 2))) : 0;
    const down = width > PHONE ? 0 : Math.max(0, y - height * SHEET_TOP);
    if (inView && (right > 0 || down > 0)) this.map.panBy([right, down]);
  }
}
