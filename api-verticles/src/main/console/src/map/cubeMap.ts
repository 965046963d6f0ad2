import type { Signal } from "@preact/signals";
import type { ExpressionSpecification, VectorTileSource } from "maplibre-gl";
import type { TileJson } from "../api/bodies";
import { BaseMap, type MapLayer, type Padding } from "../maps/baseMap";
import { Frames } from "../maps/frames";
import { filteredTiles } from "./overlayLook";
import { boundsOf } from "../maps/geometry";
import { keptTiles } from "../maps/keptTiles";

/** A vector collection as it is drawn. */
export interface Overlay {
  tiles: TileJson;
  /** name=value;name=value */
  filter: string;
  fill: ExpressionSpecification | string;
}

/** How the tiles and the overlay lie on each other. */
export interface Stack {
  tiles: number;
  overlay: number;
  below: boolean;
}

const MAX_OVERLAY_ZOOM = 16;

/** Places among the layers: tiles are between them, the overlay is above or below. */
const place = (id: string): MapLayer => ({
  layer: { id, type: "line", source: "outlines", layout: { visibility: "none" } },
  colours: {},
});

const LAYERS: MapLayer[] = [
  place("under-tiles"),
  place("over-tiles"),
  {
    layer: { id: "casing", type: "line", source: "outlines", paint: { "line-width": 3.2, "line-opacity": 0.45 } },
    colours: { "line-color": ["#33402f", "#000000"] },
  },
  {
    layer: { id: "outlines", type: "line", source: "outlines", paint: { "line-width": 1.4 } },
    colours: { "line-color": ["#ffffff", "#f3f6f2"] },
  },
];

const PADDING: Padding = {
  wide: { top: 24, bottom: 110, left: 280, right: 60 },
  narrow: { top: 180, bottom: 225, left: 24, right: 64 },
};

/** The tiles of a collection with a vector overlay and outlines above them. */
export class CubeMap {
  readonly base: BaseMap;
  private readonly frames: Frames;
  private newest = 0;
  private box: number[] | undefined;

  /** @param name attribute of the body with the state of the map */
  constructor(container: HTMLElement, view: Signal<string>, name = "map") {
    this.base = new BaseMap(container, view, {
      name,
      sources: ["outlines"],
      layers: LAYERS,
      home: () => this.box && this.fit(this.box),
    });
    this.frames = new Frames(this.base.map, "over-tiles");
    this.base.map.on("movestart", () => this.frames.dropAhead());
  }

  /** Shows the tiles of one layer at one date as soon as they are loaded; until then the earlier ones stay. */
  async show(tiles: TileJson): Promise<void> {
    const own = ++this.newest;
    await this.base.ready;
    if (own === this.newest && (await this.frames.show(tiles))) this.base.arrived();
  }

  /** Shows no tiles. */
  async clear(): Promise<void> {
    const own = ++this.newest;
    await this.base.ready;
    if (own !== this.newest) return;
    this.frames.clear();
    this.base.arrived();
  }

  /** Loads tiles that will be shown next. */
  async preload(tiles: TileJson): Promise<void> {
    await this.base.ready;
    await this.frames.preload(tiles);
  }

  /** Loads tiles that may be shown next, when the shown ones are drawn, unless others are wanted until then. */
  preloadLater(tiles: () => Promise<TileJson>): void {
    const own = this.newest;
    this.base.map.once("idle", () => {
      if (own !== this.newest) return;
      tiles()
        .then((found) => this.preload(found))
        .catch(() => {}); // where they are chosen, the map reports the fault
    });
  }

  /** Draws outlines above the tiles. */
  outline(features: GeoJSON.FeatureCollection): Promise<void> {
    return this.base.data("outlines", features);
  }

  /** Draws a vector collection between tiles and outlines; undefined removes it. */
  async overlay(overlay: Overlay | undefined): Promise<void> {
    await this.base.ready;
    const { map } = this.base;
    const source = map.getSource<VectorTileSource>("overlay");
    if (!overlay) {
      if (map.getLayer("overlay")) map.removeLayer("overlay");
      if (source) map.removeSource("overlay");
      return;
    }
    const { minzoom, maxzoom, vector_layers } = overlay.tiles;
    const tiles = keptTiles(overlay.tiles.tiles.map((address) => filteredTiles(address, overlay.filter)));
    if (source) source.setTiles(tiles);
    else {
      map.addSource("overlay", {
        type: "vector",
        tiles,
        minzoom,
        maxzoom: Math.min(maxzoom, MAX_OVERLAY_ZOOM),
        bounds: boundsOf(overlay.tiles),
      });
      const sourceLayer = vector_layers?.[0]?.id ?? "";
      const paint = { "fill-opacity": 0.72 };
      map.addLayer({ id: "overlay", type: "fill", source: "overlay", "source-layer": sourceLayer, paint }, "casing");
    }
    map.setPaintProperty("overlay", "fill-color", overlay.fill);
  }

  /** Opacities from 0 to 1, and whether the overlay is below the tiles. */
  async stack({ tiles, overlay, below }: Stack): Promise<void> {
    await this.base.ready;
    this.frames.setOpacity(tiles);
    const { map } = this.base;
    if (!map.getLayer("overlay")) return;
    map.setPaintProperty("overlay", "fill-opacity", overlay);
    map.moveLayer("overlay", below ? "under-tiles" : "casing");
  }

  /** The collection has this extent. */
  opened(bbox: number[], fit: boolean): void {
    this.box = bbox;
    if (fit) this.fit(bbox);
  }

  /** Fits the view to west, south, east, north. */
  fit(bbox: number[]): void {
    this.base.fit(bbox, PADDING);
  }
}
