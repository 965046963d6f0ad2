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

maplibregl.addProtocol(SCHEME, async ({ url, type }, { signal }) => {
  try {
    const answer = await readPicture(url.slice(`${SCHEME}://`.length), signal);
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
    return { data: await answer.arrayBuffer() };
  } catch (error) {
    if (!isLost(error)) throw error;
    return { data: type === "image" ? NOTHING.slice(0) : new ArrayBuffer(0) };
  }
});
