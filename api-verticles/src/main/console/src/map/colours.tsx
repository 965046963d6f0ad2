import type { Legend } from "../api/bodies";
import { ramps } from "../api/cubes";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { numbersIn } from "../maps/geometry";
import { ramp, range } from "./choices";
import { SaveLook } from "./savedPart";
import { t } from "../texts/texts";
import { storedOf, typedOf } from "../units";
import { mayAnywhere } from "../rights";

const REVERSED = "_r";

/** Chooses a colour ramp, and the values of its first and last colour. */
export function Colours({ legend }: { legend: Legend | undefined }) {
  const names = useLoading(ramps, []);
  const reversed = ramp.value.endsWith(REVERSED);
  const name = reversed ? ramp.value.slice(0, -REVERSED.length) : ramp.value;
  const choose = (next: string, back: boolean) => (ramp.value = next && next + (back ? REVERSED : ""));
  const { stops = [], unit = "" } = legend ?? {};
  const [low, high] = numbersIn(range.value, 2) ?? [stops[0]?.value, stops.at(-1)?.value];
  const change = (from: number, to: number) => {
    if (Number.isFinite(from) && Number.isFinite(to) && from < to) range.value = `${from},${to}`;
  };
  return (
    <details class="part" open={Boolean(ramp.value || range.value)}>
      <summary>{t("Colours")}</summary>
      <label>
        {t("Ramp")}
        <select value={name} onChange={(event) => choose(event.currentTarget.value, reversed)}>
          <option value="">{t("of the layer")}</option>
          {names.value.value?.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      {names.fault.value && <Fault fault={names.fault.value} retry={names.again} />}
      <label class="check">
        <input
          type="checkbox"
          disabled={!name}
          checked={reversed}
          onChange={(event) => choose(name, event.currentTarget.checked)}
        />
        {t("Reversed")}
      </label>
      <div class="pair">
        <Bound name={t("From")} {...{ unit }} value={low} change={(value) => change(value, high ?? Number.NaN)} />
        <Bound name={t("To")} {...{ unit }} value={high} change={(value) => change(low ?? Number.NaN, value)} />
      </div>
      {(ramp.value || range.value) && mayAnywhere("data:update") && <SaveLook />}
      {(ramp.value || range.value) && (
        <button
          class="plain"
          onClick={() => {
            ramp.value = "";
            range.value = "";
          }}
        >
          {t("Reset to the layer")}
        </button>
      )}
    </details>
  );
}

interface BoundProps {
  name: string;
  value: number | undefined;
  unit: string;
  change: (value: number) => void;
}

function Bound({ name, value, unit, change }: BoundProps) {
  return (
    <label>
      {name}
      <input
        type="number"
        step="any"
        value={value === undefined ? "" : Number(typedOf(value, unit).toPrecision(4))}
        onChange={(event) => change(storedOf(event.currentTarget.valueAsNumber, unit))}
      />
    </label>
  );
}
