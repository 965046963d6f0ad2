import type { Signal } from "@preact/signals";
import { opacity, order, overlayOpacity } from "./choices";
import type { Stack } from "./cubeMap";
import { t, type Text } from "../texts/texts";

const OVERLAY = 72;
const BELOW = "overlay,tiles";

const percent = (choice: Signal<string>, otherwise: number): number => {
  const value = Number(choice.value);
  return choice.value && value >= 0 && value <= 100 ? value : otherwise;
};

/** How the tiles and the overlay lie on each other. */
export const stackOf = (): Stack => ({
  tiles: percent(opacity, 100) / 100,
  overlay: percent(overlayOpacity, OVERLAY) / 100,
  below: order.value === BELOW,
});

/** The opacity of what the map shows, and its order. */
export function StackPart({ overlaid }: { overlaid: boolean }) {
  const below = order.value === BELOW;
  const rows = [
    <Opacity key="tiles" name="Tiles" choice={opacity} otherwise={100} />,
    ...(overlaid ? [<Opacity key="overlay" name="Overlay" choice={overlayOpacity} otherwise={OVERLAY} />] : []),
  ];
  return (
    <details class="part" open={Boolean(opacity.value || overlayOpacity.value || order.value)}>
      <summary>{t("Layers")}</summary>
      {below ? rows : rows.reverse()}
      {overlaid && (
        <button class="plain" onClick={() => (order.value = below ? "" : BELOW)}>
          {below ? t("Put the overlay on top") : t("Put the tiles on top")}
        </button>
      )}
    </details>
  );
}

function Opacity({ name, choice, otherwise }: { name: Text; choice: Signal<string>; otherwise: number }) {
  const value = percent(choice, otherwise);
  const change = (next: string) => (choice.value = Number(next) === otherwise ? "" : next);
  return (
    <label>
      {t(name)}: {value} %
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-label={t("Opacity of the {name}", { name: t(name).toLowerCase() })}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
