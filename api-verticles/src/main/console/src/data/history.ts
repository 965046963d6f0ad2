import type { Snapshot } from "../api/bodies";
import { snapshots } from "./catalogue";
import { counted, t } from "../texts/texts";

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

/** The changes of a layer in words. */
export const changesOf = ({ added, replaced, removed, described }: Change): string =>
  [
    added > 0 && counted("{n} date added|{n} dates added", added),
    replaced > 0 && counted("{n} date replaced|{n} dates replaced", replaced),
    removed > 0 && counted("{n} date removed|{n} dates removed", removed),
    described && t("described"),
  ]
    .filter(Boolean)
    .join(", ") || t("created");

/** The names of the changed layers and the chosen one, sorted. */
export const layersOf = (all: Snapshot[], chosen: string): string[] =>
  [...new Set([chosen, ...all.flatMap((one) => one.layers.map((change) => change.layer))])].filter(Boolean).sort();
