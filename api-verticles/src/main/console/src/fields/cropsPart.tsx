import { useSignal } from "@preact/signals";
import type { CultivationPeriod } from "../api/bodies";
import { cultivationPeriods } from "../farm/farms";
import { Period } from "../farm/period";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { may } from "../rights";
import { EntryForm, useAction } from "./parts";
import { addPeriod, changePeriod } from "./requests";
import { t, type Text } from "../texts/texts";

/** The states that may follow a state, by the words of the button. */
const NEXT: Record<string, [status: CultivationPeriod["status"], verb: Text][]> = {
  PLANNED: [
    ["ACTIVE", "Begin"],
    ["CANCELLED", "Cancel"],
  ],
  ACTIVE: [["COMPLETED", "Complete"]],
};

/** The crops of a field or region by season, and a new one. */
export function CropsPart({ farm, region }: { farm: string; region: string }) {
  const adding = useSignal(false);
  const loaded = useLoading((signal) => cultivationPeriods(region, signal), [region]);
  const { busy, fault, run, instead } = useAction(loaded.again);
  return (
    <section aria-label={t("Crops")}>
      <div class="head">
        <h3>{t("Crops and seasons")}</h3>
        {may("cultivationPeriod:create", farm) && !adding.value && (
          <button class="plain" onClick={() => (adding.value = true)}>
            {t("Add a crop")}
          </button>
        )}
      </div>
      {adding.value && (
        <CropForm
          region={region}
          close={() => (adding.value = false)}
          done={() => {
            adding.value = false;
            loaded.again();
          }}
        />
      )}
      {fault.value && <Fault fault={fault.value} newest={instead(loaded.again)} />}
      <Loaded of={loaded} what={t("the crops")}>
        {(all) => (
          <Periods
            all={all}
            mayChange={may("cultivationPeriod:update", farm)}
            busy={busy.value}
            set={(one, status) => run(() => changePeriod(one, { status }))}
          />
        )}
      </Loaded>
    </section>
  );
}

interface PeriodsProps {
  all: CultivationPeriod[];
  mayChange: boolean;
  busy: boolean;
  set: (one: CultivationPeriod, status: CultivationPeriod["status"]) => void;
}

function Periods({ all, mayChange, busy, set }: PeriodsProps) {
  if (all.length === 0) return <p class="hint">{t("No crop yet.")}</p>;
  const newest = all.toSorted((a, b) => (b.startsAt ?? "").localeCompare(a.startsAt ?? ""));
  return (
    <ul class="entries tight">
      {newest.map((one) => (
        <Period key={one.id} of={one}>
          {(mayChange ? (NEXT[one.status ?? ""] ?? []) : []).map(([next, verb]) => (
            <button key={next} class="plain small" disabled={busy} onClick={() => set(one, next)}>
              {t(verb)}
            </button>
          ))}
        </Period>
      ))}
    </ul>
  );
}

interface FormProps {
  region: string;
  close: () => void;
  done: () => void;
}

function CropForm({ region, close, done }: FormProps) {
  const draft = useSignal({ crop: "", variety: "", startsAt: new Date().toISOString().slice(0, 10), endsAt: "" });
  const { busy, fault, run } = useAction(done);
  const change = (next: Partial<typeof draft.value>) => (draft.value = { ...draft.value, ...next });
  const save = () => {
    const { crop, variety, startsAt, endsAt } = draft.value;
    const harvest = Number((endsAt || startsAt).slice(0, 4));
    return addPeriod(region, {
      crop,
      startsAt,
      seasonYear: harvest,
      ...(variety ? { variety } : {}),
      ...(endsAt ? { endsAt } : {}),
    });
  };
  const { crop, variety, startsAt, endsAt } = draft.value;
  return (
    <EntryForm name={t("New crop")} busy={busy.value} fault={fault.value} save={() => run(save)} close={close}>
      <label>
        {t("Crop")}
        <input required maxLength={500} value={crop} onInput={(event) => change({ crop: event.currentTarget.value })} />
      </label>
      <label>
        {t("Variety")}
        <input maxLength={120} value={variety} onInput={(event) => change({ variety: event.currentTarget.value })} />
      </label>
      <label>
        {t("From")}
        <input
          type="date"
          required
          value={startsAt}
          onInput={(event) => change({ startsAt: event.currentTarget.value })}
        />
      </label>
      <label>
        {t("To")}
        <input
          type="date"
          min={startsAt}
          value={endsAt}
          onInput={(event) => change({ endsAt: event.currentTarget.value })}
        />
      </label>
    </EntryForm>
  );
}
