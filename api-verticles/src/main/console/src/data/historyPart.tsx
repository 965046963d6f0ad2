import { type Signal, useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import type { Collection, Snapshot } from "../api/bodies";
import { isVector } from "../api/cubes";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { useLatestAction, useLoading } from "../loading";
import { restore } from "./catalogue";
import { layer } from "./choices";
import { changesOf, history, layersOf } from "./history";
import { t } from "../texts/texts";
import { locale } from "../texts/locale";
import { mayChange } from "../rights";

const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });

interface Props {
  of: Collection;
  changed: () => void;
}

/** The changes of the cube, and the restoration of an earlier version. */
export function HistoryPart(props: Props) {
  if (isVector(props.of)) return <p class="hint">{t("This collection has no raster layers, so it has no history.")}</p>;
  return <CubeHistory key={layer.value} {...props} />;
}

/** Snapshots after the first page, which are loaded on request. */
function useLater(id: string, failed: (error: unknown) => void) {
  const later = useSignal<Snapshot[]>([]);
  /** the version before which the next page begins; null before the second page is loaded */
  const before = useSignal<number | undefined | null>(null);
  const loads = useLatestAction([id]);
  const load = (from: number) =>
    loads.load(
      (signal) => history(id, from, layer.value, signal),
      (page) => {
        later.value = [...later.value, ...page.found];
        before.value = page.from;
      },
      failed,
    );
  const reset = () => {
    loads.cancel();
    later.value = [];
    before.value = null;
  };
  return { later, before, load, reset };
}

function CubeHistory({ of, changed }: Props) {
  const first = useLoading((signal) => history(of.id, undefined, layer.value, signal), [of.id]);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const result = useSignal("");
  const { later, before, load, reset } = useLater(of.id, (error) => (fault.value = asRefusal(error)));
  const back = async (version: number) => {
    busy.value = true;
    fault.value = undefined;
    try {
      await restore(of.id, version, layer.value);
      result.value = t("{name} is as it was in version {version}.", { name: layer.value || t("The cube"), version });
      reset();
      first.again();
      changed();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
    }
  };
  const page = first.value.value;
  if (first.fault.value) return <Fault fault={first.fault.value} retry={first.again} />;
  if (!page) return <div class="skeleton" role="status" aria-label={t("Loading the history")} />;
  const next = before.value === null ? page.from : before.value;
  const all = [...page.found, ...later.value];
  return (
    <>
      <LayerChoice names={layersOf(all, layer.value)} />
      {result.value && (
        <p class="good" role="status">
          {result.value}
        </p>
      )}
      {fault.value && <Fault fault={fault.value} />}
      {all.length === 0 && <p class="hint">{t("There are no earlier versions.")}</p>}
      <ol class="uploads">
        {all.map((one, index) => (
          <Version
            key={one.version}
            of={one}
            newest={index === 0}
            busy={busy}
            restore={mayChange(of) ? back : undefined}
          />
        ))}
      </ol>
      {next && (
        <button class="plain" disabled={busy.value} onClick={() => load(next)}>
          {t("Earlier versions")}
        </button>
      )}
    </>
  );
}

function LayerChoice({ names }: { names: string[] }) {
  return (
    <label class="of-layer">
      {t("History of")}
      <select value={layer.value} onChange={(event) => (layer.value = event.currentTarget.value)}>
        <option value="">{t("all layers")}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface VersionProps {
  of: Snapshot;
  newest: boolean;
  busy: Signal<boolean>;
  /** absent where the person may not restore */
  restore: ((version: number) => Promise<void>) | undefined;
}

/** One version; restoring it takes two clicks. */
function Version({ of, newest, busy, restore }: VersionProps) {
  const confirming = useSignal(false);
  return (
    <li>
      <header>
        <strong>{t("Version {number}", { number: of.version })}</strong>
        <time dateTime={of.committedAt}>{time.format(new Date(of.committedAt))}</time>
      </header>
      {of.layers.map((change) => (
        <p key={change.layer}>
          {change.layer}: {changesOf(change)}
        </p>
      ))}
      {newest ? (
        <small class="quiet">{t("current version")}</small>
      ) : confirming.value ? (
        <div class="buttons">
          <button
            class="strong"
            disabled={busy.value}
            onClick={() => void restore?.(of.version).then(() => (confirming.value = false))}
          >
            {t("Yes, restore {name} from version {number}", {
              name: layer.value || t("the whole cube"),
              number: of.version,
            })}
          </button>
          <button class="plain" onClick={() => (confirming.value = false)}>
            {t("Cancel")}
          </button>
        </div>
      ) : (
        restore && (
          <button class="plain" onClick={() => (confirming.value = true)}>
            {t("Restore")}
          </button>
        )
      )}
    </li>
  );
}
