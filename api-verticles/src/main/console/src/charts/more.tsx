import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { counted, t, type Text } from "../texts/texts";
import { shownUnit, storedOf, typedOf } from "../units";
import { type Limits, limitsIn, limitsText } from "./lines";

// What a person puts into a chart beside its first line. Choices are texts of the address.

export const listIn = (text: string): string[] => text.split(",").filter(Boolean);

/** The part of a panel with these choices; open from the start when one of them is made. */
export function More({ used, children }: { used: boolean; children: () => ComponentChildren }) {
  const open = useSignal(used);
  return (
    <details class="part chart-more" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("Compare and thresholds")}</summary>
      {open.value && children()}
    </details>
  );
}

interface AddedProps {
  title: Text;
  none: Text;
  /** id and name of everything that can be added */
  options: (readonly [id: string, name: string])[];
  chosen: Signal<string>;
  /** whether no more can be added */
  full: boolean;
}

/** A list from which things are added to a chart, and the added ones, of which each can be taken out. */
export function Added({ title, none, options, chosen, full }: AddedProps) {
  const ids = listIn(chosen.value);
  const added = options.filter(([id]) => ids.includes(id));
  const free = options.filter(([id]) => !ids.includes(id));
  const keep = (next: string[]) => (chosen.value = next.join(","));
  if (options.length === 0) return null;
  return (
    <>
      <label>
        {t(title)}
        <select
          value=""
          disabled={full || free.length === 0}
          onChange={(event) => {
            const id = event.currentTarget.value;
            event.currentTarget.value = "";
            if (id) keep([...ids, id]);
          }}
        >
          <option value="">{full ? t("The chart is full") : t(none)}</option>
          {free.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {added.length > 0 && (
        <ul>
          {added.map(([id, name]) => (
            <li key={id}>
              <button aria-label={t("Take out {name}", { name })} onClick={() => keep(ids.filter((one) => one !== id))}>
                {name} ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface YearsProps {
  /** the earlier years that have values, the latest first */
  years: number[];
  chosen: Signal<string>;
  /** "1" when mean and range of all earlier years are drawn */
  spread: Signal<string>;
  /** the number of lines for which the chart has no room */
  left: number;
}

/** Chooses earlier years, each as a line or all as mean and range. */
export function YearsChoice({ years, chosen, spread, left }: YearsProps) {
  const ids = listIn(chosen.value);
  if (years.length === 0) return <p class="hint">{t("There are no values of earlier years to compare with.")}</p>;
  const change = (id: string, on: boolean) =>
    (chosen.value = (on ? [...ids, id] : ids.filter((one) => one !== id)).join(","));
  return (
    <div class="checks" role="group" aria-label={t("Earlier years")}>
      {years.map(String).map((id) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={ids.includes(id)}
            onChange={(event) => change(id, event.currentTarget.checked)}
          />
          {id}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={spread.value === "1"}
          onChange={(event) => (spread.value = event.currentTarget.checked ? "1" : "")}
        />
        {t("Mean and range of earlier years")}
      </label>
      {left > 0 && (
        <p class="hint" role="status">
          {counted("The chart is full: {n} line is not drawn|The chart is full: {n} lines are not drawn", left)}
        </p>
      )}
    </div>
  );
}

interface LimitsProps {
  /** in the stored unit */
  limits: Signal<string>;
  unit: string;
}

/** Limits of the address in the units that the person reads. */
export function limitsShown(text: string, unit: string): Limits {
  const { lower, upper } = limitsIn(text);
  const shown = (value: number) => typedOf(value, unit);
  return { ...(lower !== undefined && { lower: shown(lower) }), ...(upper !== undefined && { upper: shown(upper) }) };
}

/** The thresholds that the chart marks. */
export function LimitsChoice({ limits, unit }: LimitsProps) {
  const shown = limitsShown(limits.value, unit);
  const symbol = shownUnit(unit);
  const input = (name: keyof Limits, label: string) => (
    <label>
      {symbol ? `${label} (${symbol})` : label}
      <input
        type="number"
        step="any"
        value={shown[name] ?? ""}
        onChange={(event) => {
          const { valueAsNumber: typed } = event.currentTarget;
          const value = Number.isFinite(typed) ? storedOf(typed, unit) : undefined;
          limits.value = limitsText({ ...limitsIn(limits.value), [name]: value });
        }}
      />
    </label>
  );
  return (
    <div class="pair">
      {input("lower", t("Lower threshold"))}
      {input("upper", t("Upper threshold"))}
    </div>
  );
}
