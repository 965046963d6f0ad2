import type { Signal } from "@preact/signals";
import type { RasterTileSource } from "maplibre-gl";
import type { TileJson } from "../cubes";
import { BaseMap, NOTHING, tone } from "./base";

/** The collection's tiles with outlines over them. */
export class CubeMap {
  readonly base: BaseMap;
  private readonly drawn: Promise<void>;

  constructor(container: HTMLElement, view: Signal<string>) {
    this.base = new BaseMap(container, view);
    const { map } = this.base;
    this.drawn = this.base.ready.then(() => {
      map.addSource("outlines", { type: "geojson", data: NOTHING });
      map.addLayer({ id: "casing", type: "line", source: "outlines", paint: { "line-width": 3.2, "line-opacity": 0.45 } });
      map.addLayer({ id: "outlines", type: "line", source: "outlines", paint: { "line-width": 1.4 } });
    });
    this.base.painted(() => {
      map.setPaintProperty("outlines", "line-color", tone("#ffffff", "#f3f6f2"));
      map.setPaintProperty("casing", "line-color", tone("#33402f", "#000000"));
    });
  }

  /** Shows the tiles of one layer at one date in place of those before. */
  async show(tiles: TileJson): Promise<void> {
    await this.drawn;
    const before = this.base.map.getSource("cube") as RasterTileSource | undefined;
    if (before) before.setTiles(tiles.tiles);
    else this.add(tiles);
    this.base.arrived();
  }

  private add(tiles: TileJson): void {
    this.base.map.addSource("cube", {
      type: "raster",
      tiles: tiles.tiles,
      tileSize: 256,
      bounds: tiles.bounds,
      minzoom: tiles.minzoom,
      maxzoom: tiles.maxzoom,
    });
    const paint = { "raster-resampling": "nearest", "raster-fade-duration": 0 } as const;
    this.base.map.addLayer({ id: "cube", type: "raster", source: "cube", paint }, "casing");
  }

  /** Draws these outlines over the tiles. */
  async outline(features: GeoJSON.FeatureCollection): Promise<void> {
    await this.drawn;
    await this.base.data("outlines", features);
  }

  /** Fits the view to west, south, east, north, clear of the cards at the edges. */
  fit(bbox: number[]): void {
    this.base.fit(
      bbox,
      { top: 24, bottom: 110, left: 280, right: 60 },
      { top: 110, bottom: 190, left: 24, right: 24 },
    );
  }
}
