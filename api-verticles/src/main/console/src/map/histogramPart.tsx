import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import type { Layer, Legend } from "../api/bodies";
import { type Area, histogram } from "../api/cubes";
import type { FieldSummary } from "../api/fields";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { nameOf } from "./classes";
import { date, view } from "./choices";
import type { CubeMap } from "./cubeMap";
import type { CubeState, OpenCube } from "./cubeState";
import { t } from "../texts/texts";
import { locale } from "../texts/locale";

const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });

interface Props {
  cube: OpenCube;
  layer: Layer;
  state: CubeState;
  /** around the chosen point */
  field: FieldSummary | undefined;
  map: RefObject<CubeMap | null>;
}

/** How often the values of the layer occur in the chosen field or in the view. */
export function HistogramPart(props: Props) {
  const open = useSignal(false);
  return (
    <details class="part" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("Histogram")}</summary>
      {open.value && <Distribution {...props} />}
    </details>
  );
}

/** A value with the share of the cells that have it. */
interface Share {
  value: number;
  name: string;
  share: number;
  colour: string;
}

function Distribution({ cube: { id }, layer, state, field, map }: Props) {
  const legend = state.legend.value;
  const inView = useSignal(false);
  const whole = inView.value ? undefined : field;
  const area = (): Area | undefined => {
    if (whole) return { fieldId: whole.id };
    const corners = map.current?.base.map.getBounds().toArray().flat();
    const bbox = corners?.map((degrees, index) => within(degrees, index % 2 ? MAX_LATITUDE : MAX_LONGITUDE));
    return bbox && { bbox };
  };
  const loaded = useLoading(
    (signal) => {
      const wanted = area();
      return wanted && histogram(id, layer.name, date.value, wanted, signal);
    },
    [id, layer.name, date.value, whole?.id ?? view.value],
  );
  const found = loaded.value.value;
  const shares: Share[] = (found?.classes ?? found?.bins ?? []).map((one) => {
    const share = one.count / (found?.count || 1);
    if ("value" in one)
      return { value: one.value, name: nameOf(one.value, layer.classes), share, colour: shownColour(one, legend) };
    const value = (one.minimum + one.maximum) / 2;
    return { value, name: nameOf(value, undefined, layer.unit), share, colour: colourOf(value, legend) };
  });
  return (
    <>
      {field && (
        <div class="extent" role="group" aria-label={t("Area")}>
          <button aria-pressed={!inView.value} onClick={() => (inView.value = false)}>
            {field.name}
          </button>
          <button aria-pressed={inView.value} onClick={() => (inView.value = true)}>
            {t("View")}
          </button>
        </div>
      )}
      {loaded.fault.value && <Fault fault={loaded.fault.value} retry={loaded.again} />}
      {found && shares.length === 0 && <p class="hint">{t("There is no value here at this date.")}</p>}
      {found?.classes ? (
        <Classes shares={shares} />
      ) : (
        <Bars shares={shares} unit={layer.unit} ends={[found?.bins?.[0]?.minimum, found?.bins?.at(-1)?.maximum]} />
      )}
    </>
  );
}

const MAX_LONGITUDE = 180;
const MAX_LATITUDE = 90;
const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees));

/** The colour of the legend nearest to a value. */
function colourOf(value: number, legend: Legend | undefined): string {
  const stops = legend?.stops ?? [];
  const distance = (stop: (typeof stops)[number]) => Math.abs(stop.value - value);
  return stops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best), stops[0]!)?.color ?? "";
}

/** The colour of a class in the legend, which may have another ramp, or that of the layer. */
const shownColour = ({ value, color }: { value: number; color: string }, legend: Legend | undefined): string =>
  (legend?.type === "classes" && legend.stops.find((stop) => stop.value === value)?.color) || color;

function Classes({ shares }: { shares: Share[] }) {
  return (
    <ul class="shares">
      {shares.map(({ value, name, share, colour }) => (
        <li key={value}>
          <i style={{ background: colour }} /> {name} <b>{percent.format(share)}</b>
        </li>
      ))}
    </ul>
  );
}

interface BarsProps {
  shares: Share[];
  /** the lowest and the highest value */
  ends: (number | undefined)[];
  unit: string | undefined;
}

function Bars({ shares, ends, unit }: BarsProps) {
  if (shares.length === 0) return null;
  const most = shares.reduce((best, one) => (one.share > best.share ? one : best));
  const [low, high] = ends.map((value) => nameOf(value ?? 0, undefined, unit));
  const label = t("From {low} to {high}, most often {most}", { low: low!, high: high!, most: most.name });
  return (
    <>
      <div class="bars" role="img" aria-label={label}>
        {shares.map(({ value, name, share, colour }) => (
          <i
            key={value}
            title={`${name}: ${percent.format(share)}`}
            style={{ height: `${(100 * share) / most.share}%`, background: colour }}
          />
        ))}
      </div>
      <div class="ends">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </>
  );
}
