import * as maplibregl from "maplibre-gl";
import { isLost } from "../offline/network";
import { readPicture } from "../offline/reads";

// Tiles of the platform pass through the module that keeps answers, so that pictures that were seen are shown again without a
// network.

const SCHEME = "kept";
/** A transparent picture, for a tile that is not kept. */
const NOTHING = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII="),
  (character) => character.charCodeAt(0),
).buffer;

/** Templates of tiles of the platform, as a source of the map has to name them. */
export const keptTiles = (addresses: string[]): string[] =>
  addresses.map((address) => address.replace(/^https?:\/\/[^/]+/, `${SCHEME}://`));

/** Pictures that are wanted soon, by path. */
const ahead = new Map<string, Promise<ImageBitmap | undefined>>();

async function read(path: string, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  try {
    const answer = await readPicture(path, signal);
    return answer.ok ? await createImageBitmap(await answer.blob()) : undefined;
  } catch {
    return undefined; // the map asks for it again, and reports its fault
  }
}

/** Reads tiles before the map asks for them, so that it gets all of them at once and draws once instead of after each. */
export class ReadAhead {
  /** resolves when all are read, or no longer wanted */
  readonly done: Promise<void>;
  isDone = false;
  /** whether the map needs no request for them */
  isComplete = false;
  private readonly paths: string[];
  private readonly cancel = new AbortController();

  constructor(addresses: string[]) {
    const paths = keptTiles(addresses).map((address) => address.slice(`${SCHEME}://`.length));
    this.paths = paths.filter((path) => !ahead.has(path));
    for (const path of this.paths) ahead.set(path, read(path, this.cancel.signal));
    this.done = Promise.all(paths.map((path) => ahead.get(path)!)).then((found) => {
      this.isDone = true;
      this.isComplete = found.length > 0 && !found.includes(undefined);
    });
  }

  /** Ends the requests that are open, and drops the pictures. */
  forget(): void {
    this.cancel.abort();
    this.isComplete = false;
    for (const path of this.paths) ahead.delete(path);
  }
}

maplibregl.addProtocol(SCHEME, async ({ url, type }, { signal }) => {
  const path = url.slice(`${SCHEME}://`.length);
  const bitmap = await ahead.get(path);
  if (bitmap) return { data: bitmap };
  try {
    const answer = await readPicture(path, signal);
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
    return { data: await answer.arrayBuffer() };
  } catch (error) {
    if (!isLost(error)) throw error;
    return { data: type === "image" ? NOTHING.slice(0) : new ArrayBuffer(0) };
  }
});
