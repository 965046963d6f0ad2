import type { Snapshot } from "../api/bodies";
import { snapshots } from "./catalogue";

/** The most pages that one request for earlier versions reads. */
const MAX_PAGES = 50;

/** Pages of the history until one has a change of the layer, or the history ends; an empty name means any layer. */
export async function history(id: string, before: number | undefined, layer: string, signal: AbortSignal) {
  const found: Snapshot[] = [];
  let more = true;
  let from = before;
  for (let count = 0; more && found.length === 0 && count < MAX_PAGES; count++) {
    const page = await snapshots(id, from, signal);
    found.push(...page.snapshots.filter((one) => !layer || one.layers.some((change) => change.layer === layer)));
    from = page.snapshots.at(-1)?.version;
    more = Boolean(page.links?.length);
  }
  return { found, from: more ? from : undefined };
}

type Change = Snapshot["layers"][number];

const counted = (count: number, word: string) => count > 0 && `${count} ${count === 1 ? "date" : "dates"} ${word}`;

/** The changes of a layer in words. */
export const changesOf = ({ added, replaced, removed, described }: Change): string =>
  [counted(added, "added"), counted(replaced, "replaced"), counted(removed, "removed"), described && "described"]
    .filter(Boolean)
    .join(", ") || "created";

/** The names of the changed layers and the chosen one, sorted. */
export const layersOf = (all: Snapshot[], chosen: string): string[] =>
  [...new Set([chosen, ...all.flatMap((one) => one.layers.map((change) => change.layer))])].filter(Boolean).sort();
