import type { MapSourceDataEvent, Map as MapLibre, RasterTileSource } from "maplibre-gl";
import type { TileJson } from "../api/bodies";
import { boundsOf } from "./geometry";
import { keptTiles, ReadAhead } from "./keptTiles";
import { tilesIn } from "./tilesIn";

/** Dates whose tiles are kept at the same time: the shown one, those before and after it, and one more for a change of direction. */
const MAX_KEPT = 4;
/** Tiles are shown after this time even when some are still loading. */
const MAX_WAIT_MILLIS = 8_000;

const shapeOf = (of: TileJson) => JSON.stringify([of.minzoom, of.maxzoom, boundsOf(of)]);

/** The tiles of dates and looks, of which one is visible. */
export class Frames {
  /** tiles that are read before the map needs them, by their address, least recently used first */
  private readonly kept = new Map<string, ReadAhead>();
  /** the visible source, and the one that takes its place when it is loaded */
  private shown = "";
  private coming = "";
  private shape = "";
  private opacity = 1;
  private count = 0;
  private newest = 0;

  /** @param below the style layer above the tiles */
  constructor(
    private readonly map: MapLibre,
    private readonly below: string,
  ) {}

  /** Reads the tiles in view, so that they can be shown at once. */
  async preload(of: TileJson): Promise<void> {
    await this.ahead(of).done;
  }

  /**
   * Shows tiles as soon as all of them are there; until then the earlier ones stay.
   *
   * @returns false where others were wanted meanwhile
   */
  async show(of: TileJson): Promise<boolean> {
    const own = ++this.newest;
    this.cancel(of);
    const ahead = this.shown ? this.ahead(of) : undefined;
    await ahead?.done;
    if (own !== this.newest) return false;
    this.remove(this.coming);
    this.coming = "";
    // tiles that the map still loads would come over the new ones
    const isFree = this.shown !== "" && this.map.isSourceLoaded(this.shown);
    if (ahead?.isComplete && isFree && this.shape === shapeOf(of)) {
      this.map.getSource<RasterTileSource>(this.shown)?.setTiles(keptTiles(of.tiles));
      await this.loaded(this.shown);
      return own === this.newest;
    }
    const name = this.add(of);
    await this.loaded(name);
    if (own !== this.newest) return false;
    if (this.shown !== name) {
      this.map.setPaintProperty(name, "raster-opacity", this.opacity);
      this.remove(this.shown);
      this.shown = name;
      this.coming = "";
    }
    this.shape = shapeOf(of);
    return true;
  }

  /** Removes the tiles. */
  clear(): void {
    this.newest++;
    this.dropAhead();
    this.remove(this.coming);
    this.remove(this.shown);
    this.shown = this.coming = this.shape = "";
  }

  /** From 0 to 1. */
  setOpacity(opacity: number): void {
    this.opacity = opacity;
    if (this.map.getLayer(this.shown)) this.map.setPaintProperty(this.shown, "raster-opacity", opacity);
  }

  /** Forgets tiles that are of no use after a move of the map, and ends their requests. */
  dropAhead(): void {
    for (const one of this.kept.values()) one.forget();
    this.kept.clear();
  }

  /** Ends requests for tiles that were wanted before these. */
  private cancel(wanted: TileJson): void {
    for (const [address, one] of this.kept) if (!one.isDone && address !== wanted.tiles.join()) this.forget(address);
  }

  private ahead(of: TileJson): ReadAhead {
    const address = of.tiles.join();
    const ahead = this.kept.get(address) ?? new ReadAhead(tilesIn(this.map, of));
    this.kept.delete(address);
    this.kept.set(address, ahead);
    for (const first of [...this.kept.keys()]) if (this.kept.size > MAX_KEPT) this.forget(first);
    return ahead;
  }

  private forget(address: string): void {
    this.kept.get(address)?.forget();
    this.kept.delete(address);
  }

  /** Adds a source of tiles; the very first one is visible while it loads. */
  private add(of: TileJson): string {
    const name = `cube-${this.count++}`;
    const { tiles, minzoom, maxzoom } = of;
    const source = { tiles: keptTiles(tiles), tileSize: 256, bounds: boundsOf(of), minzoom, maxzoom };
    this.map.addSource(name, { type: "raster", ...source });
    const paint = {
      "raster-resampling": "nearest",
      "raster-fade-duration": 0,
      "raster-opacity": this.shown ? 0 : this.opacity,
    } as const;
    this.map.addLayer({ id: name, type: "raster", source: name, paint }, this.below);
    if (this.shown) this.coming = name;
    else this.shown = name;
    return name;
  }

  private loaded(name: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.map.off("sourcedata", check);
        this.map.off("idle", check);
        clearTimeout(timer);
        resolve();
      };
      const check = (event: object) => {
        if ((event as Partial<MapSourceDataEvent>).sourceDataType === "metadata") return; // its tiles are those of before
        if (!this.map.getSource(name) || this.map.isSourceLoaded(name)) done();
      };
      const timer = setTimeout(done, MAX_WAIT_MILLIS);
      this.map.on("sourcedata", check);
      this.map.on("idle", check);
    });
  }

  private remove(name: string): void {
    if (!name) return;
    if (this.map.getLayer(name)) this.map.removeLayer(name);
    if (this.map.getSource(name)) this.map.removeSource(name);
  }
}
