import type { RefObject } from "preact";
import type { Layer, Legend } from "../api/bodies";
import type { CubeMap } from "./cubeMap";
import type { OpenCube } from "./cubeState";
import { useUnder } from "./useUnder";
import { t, wordIn } from "../texts/texts";
import { locale } from "../texts/locale";
import { shownUnit, typedOf } from "../units";

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const CHANNELS = ["red", "green", "blue"];

interface Props {
  legend: Legend;
  map: RefObject<CubeMap | null>;
  cube: OpenCube | undefined;
  /** whose value under the pointer is shown, if it has one */
  layer: Layer | undefined;
}

/** The legend of the shown layer, on the map, with the value under the pointer. */
export function LegendCard({ legend, map, cube, layer }: Props) {
  const under = useUnder(map, cube?.id, layer);
  return (
    <aside class="legend card" aria-label={t("Legend")}>
      <strong>{legend.title}</strong> {legend.unit && <span class="unit">{shownUnit(legend.unit)}</span>}
      {legend.bands ? (
        <Bands bands={legend.bands} />
      ) : legend.type === "classes" ? (
        <Swatches legend={legend} />
      ) : (
        <Ramp legend={legend} />
      )}
      {under.value && (
        <p class="under">
          <small>{t("under the pointer")}</small> {under.value}
        </p>
      )}
    </aside>
  );
}

function Bands({ bands }: { bands: string[] }) {
  return (
    <ul class="bands">
      {bands.map((band, index) => (
        <li key={band}>
          <i class={CHANNELS[index]} /> {band}
        </li>
      ))}
    </ul>
  );
}

function Swatches({ legend }: { legend: Legend }) {
  return (
    <ul class="swatches">
      {legend.stops.map((stop) => (
        <li key={stop.value}>
          <i style={{ background: stop.color }} /> {stop.name ? wordIn(stop.name) : number.format(stop.value)}
        </li>
      ))}
    </ul>
  );
}

function Ramp({ legend: { stops, unit = "" } }: { legend: Legend }) {
  const low = stops[0];
  const high = stops.at(-1);
  if (!low || !high) return null;
  const span = high.value - low.value || 1;
  const ramp = stops.map((stop) => `${stop.color} ${(100 * (stop.value - low.value)) / span}%`).join(", ");
  return (
    <>
      <div class="ramp" style={{ background: `linear-gradient(to right, ${ramp})` }} />
      <div class="scale">
        {[low.value, (low.value + high.value) / 2, high.value].map((value, index) => (
          <span key={index}>{number.format(typedOf(value, unit))}</span>
        ))}
      </div>
    </>
  );
}
