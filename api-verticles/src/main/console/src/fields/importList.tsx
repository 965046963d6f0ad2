import type { Signal } from "@preact/signals";
import type { Candidate } from "../files/candidates";
import { areaText } from "../shapes/geodesy";
import { isUsable } from "./importing";
import { t } from "../texts/texts";

/** So many lines are drawn; a file may have ten thousand features. */
const MAX_LINES = 200;

interface Props {
  found: Candidate[];
  chosen: Signal<Set<number>>;
  /** refusals of the platform by number */
  outcomes: Map<number, string>;
  stored: Set<number>;
}

/** The features of a file with their faults, those with faults first. */
export function ImportList({ found, chosen, outcomes, stored }: Props) {
  const usable = found.filter(isUsable);
  const all = usable.length > 0 && usable.every(({ number }) => chosen.value.has(number));
  const order = found.toSorted((a, b) => Number(Boolean(b.fault)) - Number(Boolean(a.fault)) || a.number - b.number);
  const toggle = (number: number, on: boolean) => {
    const next = new Set(chosen.value);
    if (on) next.add(number);
    else next.delete(number);
    chosen.value = next;
  };
  return (
    <>
      {usable.length > 1 && (
        <label class="check all">
          <input
            type="checkbox"
            checked={all}
            onChange={() => (chosen.value = new Set(all ? [] : usable.map(({ number }) => number)))}
          />
          {t("All that can be imported ({n})", { n: usable.length })}
        </label>
      )}
      <ul class="found">
        {order.slice(0, MAX_LINES).map((one) => (
          <Line
            key={one.number}
            one={one}
            on={chosen.value.has(one.number)}
            refused={outcomes.get(one.number)}
            stored={stored.has(one.number)}
            toggle={(on) => toggle(one.number, on)}
          />
        ))}
      </ul>
      {found.length > MAX_LINES && (
        <p class="hint">{t("{n} more are not listed here.", { n: found.length - MAX_LINES })}</p>
      )}
    </>
  );
}

interface LineProps {
  one: Candidate;
  on: boolean;
  refused: string | undefined;
  stored: boolean;
  toggle: (on: boolean) => void;
}

function Line({ one, on, refused, stored, toggle }: LineProps) {
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          disabled={!isUsable(one) || stored}
          checked={on}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        <span class="name">{one.name}</span>
        <small>{stored ? t("stored") : isUsable(one) ? areaText(one.area) : ""}</small>
      </label>
      {one.fault && (
        <p class="fault">
          {one.fault}
          {one.mended && ` ${t("Choose it to import it repaired: the repair covers the same ground.")}`}
        </p>
      )}
      {refused && <p class="fault">{refused}</p>}
    </li>
  );
}
