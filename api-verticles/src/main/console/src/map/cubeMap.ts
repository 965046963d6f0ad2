import type { Signal } from "@preact/signals";
import type { ExpressionSpecification, VectorTileSource } from "maplibre-gl";
import type { TileJson } from "../cubes";
import { BaseMap, NOTHING, tone } from "./base";
import { Frames } from "./frames";
import { pairs } from "./overlayLook";

/** What is drawn of a vector collection. */
export interface Overlay {
  tiles: TileJson;
  /** name=value;name=value */
  filter: string;
  fill: ExpressionSpecification | string;
}

/** The collection's tiles, over them a vector overlay and outlines. */
export class CubeMap {
  readonly base: BaseMap;
  private readonly drawn: Promise<void>;
  private frames!: Frames;
  private wanted = 0;

  /** @param tells under which name the page says that the picture is whole */
  constructor(container: HTMLElement, view: Signal<string>, tells = "map") {
    this.base = new BaseMap(container, view, tells);
    const { map } = this.base;
    this.drawn = this.base.ready.then(() => {
      map.addSource("outlines", { type: "geojson", data: NOTHING });
      map.addLayer({ id: "casing", type: "line", source: "outlines", paint: { "line-width": 3.2, "line-opacity": 0.45 } });
      map.addLayer({ id: "outlines", type: "line", source: "outlines", paint: { "line-width": 1.4 } });
      this.frames = new Frames(map, "casing");
    });
    this.base.painted(() => void this.drawn.then(() => this.paint()));
  }

  private paint(): void {
    this.base.map.setPaintProperty("outlines", "line-color", tone("#ffffff", "#f3f6f2"));
    this.base.map.setPaintProperty("casing", "line-color", tone("#33402f", "#000000"));
  }

  /** Shows the tiles of one layer at one date in place of those before, as soon as they are there. */
  async show(tiles: TileJson, playing = false): Promise<void> {
    const turn = ++this.wanted;
    await this.drawn;
    const name = await this.frames.load(tiles);
    if (turn !== this.wanted) return;
    this.frames.show(name);
    if (!playing) this.frames.settle();
    this.base.arrived();
  }

  /** Loads tiles that will be shown next. */
  async preload(tiles: TileJson): Promise<void> {
    await this.drawn;
    await this.frames.load(tiles);
  }

  /** Draws these outlines over the tiles. */
  async outline(features: GeoJSON.FeatureCollection): Promise<void> {
    await this.drawn;
    await this.base.data("outlines", features);
  }

  /** Draws these features between tiles and outlines; nothing takes them away. */
  async over(overlay: Overlay | undefined): Promise<void> {
    await this.drawn;
    const { map } = this.base;
    const source = map.getSource("overlay") as VectorTileSource | undefined;
    if (!overlay) {
      if (map.getLayer("overlay")) map.removeLayer("overlay");
      if (source) map.removeSource("overlay");
      return;
    }
    const { minzoom, maxzoom, bounds, vector_layers } = overlay.tiles;
    const tiles = overlay.tiles.tiles.map((address) => filtered(address, overlay.filter));
    if (source) source.setTiles(tiles);
    else {
      map.addSource("overlay", { type: "vector", tiles, minzoom, maxzoom: Math.min(maxzoom, 16), bounds });
      const layer = vector_layers?.[0]?.id ?? "";
      map.addLayer({ id: "overlay", type: "fill", source: "overlay", "source-layer": layer, paint: { "fill-opacity": 0.72 } }, "casing");
    }
    map.setPaintProperty("overlay", "fill-color", overlay.fill);
  }

  /** Fits the view to west, south, east, north, clear of the cards at the edges. */
  fit(bbox: number[]): void {
    this.base.fit(
      bbox,
      { top: 24, bottom: 110, left: 280, right: 60 },
      { top: 180, bottom: 225, left: 24, right: 24 },
    );
  }
}

const filtered = (address: string, filter: string) =>
  pairs(filter).reduce(
    (so, [name, value]) => `${so}${so.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    address,
  );
