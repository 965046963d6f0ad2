import { useSignal } from "@preact/signals";
import { isVector } from "../cubes";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { asRefusal, type Refusal } from "../refusal";
import { type Described, restore, type Snapshot, snapshots } from "./catalogue";
import { layer } from "./choices";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const counted = (count: number, word: string) => count > 0 && `${count} ${count === 1 ? "date" : "dates"} ${word}`;
/** Steps back that one look at the history takes at most. */
const MAX_STEPS = 50;

/** Pages of the history until there are some of the layer, or it ends. */
async function history(id: string, before: number | undefined, wanted: string, signal: AbortSignal) {
  const found: Snapshot[] = [];
  let more = true;
  let from = before;
  for (let step = 0; more && found.length === 0 && step < MAX_STEPS; step++) {
    const page = await snapshots(id, from, signal);
    found.push(...page.snapshots.filter((one) => !wanted || one.layers.some((change) => change.layer === wanted)));
    from = page.snapshots.at(-1)?.version;
    more = Boolean(page.links?.length);
  }
  return { found, from: more ? from : undefined };
}

/** What changed the cube, and the way back. */
export function HistoryPart(props: { of: Described; changed: () => void }) {
  return isVector(props.of) ? <p class="hint">This collection has no raster layers, so there is no history of them.</p> : <CubeHistory {...props} />;
}

function CubeHistory({ of, changed }: { of: Described; changed: () => void }) {
  const first = useLoading((signal) => history(of.id, undefined, layer.value, signal), [of.id, layer.value]);
  const later = useSignal<Snapshot[]>([]);
  const from = useSignal<number | undefined | null>(null);
  const asked = useSignal<number | undefined>(undefined);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const said = useSignal("");
  const again = () => {
    later.value = [];
    from.value = null;
    first.again();
  };
  const run = async (work: () => Promise<void>) => {
    busy.value = true;
    fault.value = undefined;
    await work().catch((error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
  };
  const back = (version: number) =>
    run(async () => {
      await restore(of.id, version, layer.value);
      asked.value = undefined;
      said.value = `${layer.value || "The cube"} is as it was in version ${version}.`;
      again();
      changed();
    });
  const page = first.value.value;
  const next = from.value === null ? page?.from : from.value;
  const more = () =>
    run(async () => {
      const answer = await history(of.id, next ?? undefined, layer.value, new AbortController().signal);
      later.value = [...later.value, ...answer.found];
      from.value = answer.from;
    });
  if (first.fault.value) return <Fault fault={first.fault.value} retry={first.again} />;
  if (!page) return <div class="skeleton" role="status" aria-label="Loading the history" />;
  const all = [...page.found, ...later.value];
  const names = [...new Set([layer.value, ...all.flatMap((one) => one.layers.map((change) => change.layer))])].filter(Boolean).sort();
  return (
    <>
      <label class="of-layer">
        History of
        <select
          value={layer.value}
          onChange={(event) => {
            layer.value = event.currentTarget.value;
            later.value = [];
            from.value = null;
          }}
        >
          <option value="">all layers</option>
          {names.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
      {said.value && <p class="good" role="status">{said.value}</p>}
      {fault.value && <Fault fault={fault.value} />}
      {all.length === 0 && <p class="hint">Nothing is kept of earlier states.</p>}
      <ol class="uploads">
        {all.map((one, index) => (
          <li key={one.version}>
            <header>
              <strong>Version {one.version}</strong>
              <time dateTime={one.committedAt}>{moment.format(new Date(one.committedAt))}</time>
            </header>
            {one.layers.map((change) => (
              <p key={change.layer}>
                {change.layer}: {[counted(change.added, "added"), counted(change.replaced, "replaced"), counted(change.removed, "removed"), change.described && "described"].filter(Boolean).join(", ") || "made"}
              </p>
            ))}
            {index === 0 ? (
              <small class="quiet">as it is now</small>
            ) : asked.value === one.version ? (
              <div class="buttons">
                <button class="strong" disabled={busy.value} onClick={() => void back(one.version)}>
                  Yes, {layer.value || "the whole cube"} as in version {one.version}
                </button>
                <button class="plain" onClick={() => (asked.value = undefined)}>Cancel</button>
              </div>
            ) : (
              <button class="plain" onClick={() => (asked.value = one.version)}>Restore</button>
            )}
          </li>
        ))}
      </ol>
      {next && <button class="plain" disabled={busy.value} onClick={() => void more()}>Earlier ones</button>}
    </>
  );
}
