import type { Map as MapLibre } from "maplibre-gl";
import type { TileJson } from "../api/bodies";
import { boundsOf } from "./geometry";
import { keptTiles, readAhead } from "./keptTiles";
import { tilesIn } from "./tilesIn";

/** Sources kept at the same time: the shown one, those before and after it, and one more for a change of direction. */
const MAX_KEPT = 4;
/** Tiles are shown after this time even when some are still loading. */
const MAX_WAIT_MILLIS = 8_000;

/** The tiles of dates and looks, one raster source for each. All are loaded; one is visible. */
export class Frames {
  /** by source name, least recently used first */
  private readonly kept = new Map<string, Promise<void>>();
  private readonly names = new Map<string, string>();
  private shown = "";
  private opacity = 1;
  private count = 0;

  /** @param below the style layer above the tiles */
  constructor(
    private readonly map: MapLibre,
    private readonly below: string,
  ) {}

  /** Loads the tiles in view; returns the name by which they are shown. */
  async load(tiles: TileJson): Promise<string> {
    const address = tiles.tiles.join();
    const name = this.names.get(address) ?? `cube-${this.count++}`;
    const loaded = this.kept.get(name) ?? this.add(name, address, tiles);
    this.kept.delete(name);
    this.kept.set(name, loaded);
    this.dropBeyond(MAX_KEPT);
    await loaded;
    return name;
  }

  /** Makes these tiles visible and hides the others; the very first ones are visible while they load. */
  show(name: string): void {
    if (!this.map.getLayer(name)) return;
    this.map.setPaintProperty(name, "raster-opacity", this.opacity);
    if (this.shown && this.shown !== name && this.map.getLayer(this.shown))
      this.map.setPaintProperty(this.shown, "raster-opacity", 0);
    this.shown = name;
  }

  /** From 0 to 1. */
  setOpacity(opacity: number): void {
    this.opacity = opacity;
    if (this.map.getLayer(this.shown)) this.map.setPaintProperty(this.shown, "raster-opacity", opacity);
  }

  /** Removes the hidden tiles, which would load with every move of the map. */
  dropHidden(): void {
    for (const name of [...this.kept.keys()]) if (name !== this.shown) this.drop(name);
  }

  private async add(name: string, address: string, of: TileJson): Promise<void> {
    this.names.set(address, name);
    if (this.shown) {
      await readAhead(tilesIn(this.map, of));
      if (!this.kept.has(name)) return; // dropped meanwhile
    }
    const { tiles, minzoom, maxzoom } = of;
    const source = { tiles: keptTiles(tiles), tileSize: 256, bounds: boundsOf(of), minzoom, maxzoom };
    this.map.addSource(name, { type: "raster", ...source });
    const paint = {
      "raster-resampling": "nearest",
      "raster-fade-duration": 0,
      "raster-opacity": this.shown ? 0 : this.opacity,
    } as const;
    this.map.addLayer({ id: name, type: "raster", source: name, paint }, this.below);
    if (!this.shown) this.shown = name;
    await this.loaded(name);
  }

  private loaded(name: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.map.off("sourcedata", check);
        this.map.off("idle", check);
        clearTimeout(timer);
        resolve();
      };
      const check = () => {
        if (!this.map.getSource(name) || this.map.isSourceLoaded(name)) done();
      };
      const timer = setTimeout(done, MAX_WAIT_MILLIS);
      this.map.on("sourcedata", check);
      this.map.on("idle", check);
    });
  }

  private dropBeyond(bound: number): void {
    for (const name of [...this.kept.keys()]) {
      if (this.kept.size <= bound) return;
      if (name !== this.shown) this.drop(name);
    }
  }

  private drop(name: string): void {
    this.kept.delete(name);
    for (const [address, one] of this.names) if (one === name) this.names.delete(address);
    if (this.map.getLayer(name)) this.map.removeLayer(name);
    if (this.map.getSource(name)) this.map.removeSource(name);
  }
}
