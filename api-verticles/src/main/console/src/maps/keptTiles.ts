import * as maplibregl from "maplibre-gl";
import { isLost } from "../offline/network";
import { readPicture } from "../offline/reads";

// Tiles of the platform pass through the module that keeps answers, so that pictures that were seen are shown again without a
// network.

const SCHEME = "kept";
/** A transparent picture, for a tile that is not kept. */
const NOTHING = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
).buffer;

/** Templates of tiles of the platform, as a source of the map has to name them. */
export const keptTiles = (addresses: string[]): string[] =>
  addresses.map((address) => address.replace(/^https?:\/\/[^/]+/, `${SCHEME}://`));

/** Pictures that are wanted soon, by path. */
const ahead = new Map<string, Promise<ImageBitmap | undefined>>();

async function read(path: string): Promise<ImageBitmap | undefined> {
  try {
    const answer = await readPicture(path);
    return answer.ok ? await createImageBitmap(await answer.blob()) : undefined;
  } catch {
    return undefined; // the map asks for it again, and reports its fault
  }
}

/**
 * Reads tiles before the map asks for them, so that it gets all of them at once and draws once instead of after each.
 * Those that it does not ask for are dropped with the next ones.
 */
export async function readAhead(addresses: string[]): Promise<void> {
  const paths = keptTiles(addresses).map((address) => address.slice(`${SCHEME}://`.length));
  for (const path of ahead.keys()) if (!paths.includes(path)) ahead.delete(path);
  for (const path of paths) if (!ahead.has(path)) ahead.set(path, read(path));
  await Promise.all(ahead.values());
}

maplibregl.addProtocol(SCHEME, async ({ url, type }, { signal }) => {
  const path = url.slice(`${SCHEME}://`.length);
  const found = ahead.get(path);
  ahead.delete(path);
  const bitmap = await found;
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
