import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Layer } from "../api/bodies";
import { titleOf } from "../api/refusal";
import { expression, range, saved } from "./choices";
import { t } from "../texts/texts";

const WAIT_MILLIS = 500;
const MAX_CHARACTERS = 1000;

/** Band arithmetic in place of the layer. The map follows while it is typed; a fault is shown at the input. */
export function ExpressionPart({ layers, fault }: { layers: Layer[]; fault: Refusal | undefined }) {
  const text = useSignal(expression.value);
  useEffect(() => {
    text.value = expression.value;
  }, [expression.value]);
  useEffect(() => {
    const next = text.value.trim();
    if (next === expression.value) return;
    const timer = setTimeout(() => {
      saved.value = "";
      if (!expression.value) range.value = "-1,1"; // of an index; the layer's own range has other units
      if (!next) range.value = "";
      expression.value = next;
    }, WAIT_MILLIS);
    return () => clearTimeout(timer);
  }, [text.value]);
  const bands = layers.filter(({ kind }) => kind === "continuous").map(({ name }) => name);
  if (bands.length === 0) return null;
  return (
    <details class="part" open={Boolean(expression.value)}>
      <summary>{t("Expression")}</summary>
      <label>
        {t("Of the bands")}
        <input
          class="expression"
          maxLength={MAX_CHARACTERS}
          spellcheck={false}
          placeholder={bands.length > 1 ? `(${bands[1]}-${bands[0]})/(${bands[1]}+${bands[0]})` : `${bands[0]}*2`}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      {fault && expression.value && (
        <p class="fault" role="alert" ref={(shown) => shown?.scrollIntoView({ block: "nearest" })}>
          {fault.problem.detail ?? titleOf(fault)}
        </p>
      )}
      <p class="hint bands">{`${bands.join(", ")}; + - * / ^, min, max, sqrt, where(a>b, x, y)`}</p>
    </details>
  );
}
