import { useSignal } from "@preact/signals";
import type { Collection, Layer, Numbers, SliceNumbers } from "../api/bodies";
import { cubeLayers } from "../api/cubes";
import { utcDay } from "../dates";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { imageOf, statistics } from "./catalogue";
import { GridPart } from "./gridForm";
import { LayerForm } from "./layerForm";
import { UploadList } from "./uploadList";
import { UploadPart } from "./uploadPart";
import { counted, t } from "../texts/texts";
import { locale } from "../texts/locale";
import { mayChange } from "../rights";
import { shownUnit, typedOf } from "../units";

const IMAGE_WIDTH = 320;
const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const textOf = (value: number | null, unit = "") => (value === null ? "–" : number.format(typedOf(value, unit)));
const share = (value: number | null) => (value === null ? "–" : `${percent.format(value)} %`);
const dayOf = (time: string) => utcDay.format(new Date(time));

/** The layers of a cube with their statistics and images, and the upload of data. */
export function LayersPart({ of, changed }: { of: Collection; changed: () => void }) {
  const found = useLoading((signal) => cubeLayers(of.id, signal), [of.id]);
  const adding = useSignal(false);
  const sent = useSignal(0);
  const cube = found.value.value;
  const again = () => {
    found.again();
    changed();
  };
  if (found.fault.value) return <Fault fault={found.fault.value} retry={found.again} />;
  if (!cube) return <div class="skeleton" role="status" aria-label={t("Loading the layers")} />;
  if (!cube.grid)
    return mayChange(of) ? (
      <GridPart id={of.id} done={again} />
    ) : (
      <p class="hint">{t("This collection has no raster layers.")}</p>
    );
  const stored = cube.layers.filter(({ kind }) => kind !== "composite");
  const { crs, width, height } = cube.grid;
  return (
    <>
      <div class="incoming">
        {stored.length > 0 && mayChange(of) && (
          <UploadPart id={of.id} layers={stored} done={again} ended={() => sent.value++} />
        )}
        <UploadList id={of.id} sent={sent.value} changed={again} />
      </div>
      <p class="quiet">{t("Grid of {width} × {height} cells in {crs}", { width, height, crs })}</p>
      {stored.length === 0 && !adding.value && mayChange(of) && (
        <p class="hint">{t("This cube has no layers yet. Add one, then upload files into it.")}</p>
      )}
      <ul class="layers">
        {cube.layers.map((layer) => (
          <LayerCard key={layer.name} of={of} layer={layer} />
        ))}
      </ul>
      {adding.value ? (
        <LayerForm id={of.id} done={() => ((adding.value = false), again())} close={() => (adding.value = false)} />
      ) : (
        mayChange(of) && (
          <button class="plain" onClick={() => (adding.value = true)}>
            {t("Add a layer")}
          </button>
        )
      )}
    </>
  );
}

function LayerCard({ of, layer }: { of: Collection; layer: Layer }) {
  const composite = layer.kind === "composite";
  const empty = !of.extent || layer.slices === 0;
  const numbers = useLoading(
    (signal) => (composite || empty ? undefined : statistics(of.id, layer.name, signal)),
    [of.id, layer.name, of.dataVersion, layer.slices],
  );
  const known = numbers.value.value;
  const facts = composite
    ? [t("composed of {bands}", { bands: layer.bands?.join(", ") ?? "" })]
    : [
        layer.kind === "categorical" ? t("classes") : layer.unit && shownUnit(layer.unit),
        layer.dtype,
        counted("{n} date|{n} dates", layer.slices ?? 0),
      ];
  return (
    <li class="layer">
      {empty ? (
        <div class="no-image">{t("no data yet")}</div>
      ) : composite || known || numbers.fault.value ? (
        <img
          src={imageOf(of, layer, IMAGE_WIDTH, known?.slices[0])}
          alt={t("{name}, latest image", { name: layer.name })}
          loading="lazy"
        />
      ) : (
        <div class="no-image" />
      )}
      <div>
        <h3>
          {layer.name}
          {layer.title && layer.title !== layer.name && <small> {layer.title}</small>}
        </h3>
        <p class="quiet">{facts.filter(Boolean).join(" · ")}</p>
        {numbers.fault.value && <Fault fault={numbers.fault.value} retry={numbers.again} />}
        {known && <LayerNumbers layer={layer} total={known.total} slices={known.slices} />}
        {!known && !numbers.fault.value && !composite && !empty && (
          <div class="skeleton line" role="status" aria-label={t("Loading {what}", { what: layer.name })} />
        )}
      </div>
    </li>
  );
}

function LayerNumbers({ layer, total, slices }: { layer: Layer; total: Numbers; slices: SliceNumbers[] }) {
  const opened = useSignal(false);
  return (
    <>
      <dl class="numbers">
        <div>
          <dt>{t("lowest")}</dt>
          <dd>{textOf(total.minimum, layer.unit)}</dd>
        </div>
        <div>
          <dt>{t("mean")}</dt>
          <dd>{textOf(total.mean, layer.unit)}</dd>
        </div>
        <div>
          <dt>{t("highest")}</dt>
          <dd>{textOf(total.maximum, layer.unit)}</dd>
        </div>
        <div>
          <dt>{t("valid")}</dt>
          <dd>{share(total.valid_percent)}</dd>
        </div>
      </dl>
      <details onToggle={(event) => (opened.value = event.currentTarget.open)}>
        <summary>{slices[0] ? t("Dates to {day}", { day: dayOf(slices[0].datetime) }) : t("Dates")}</summary>
        {opened.value && <SliceTable layer={layer} slices={slices} />}
      </details>
    </>
  );
}

function SliceTable({ layer: { name, unit }, slices }: { layer: Layer; slices: SliceNumbers[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("Dates of {name}", { name })}>
      <table>
        <thead>
          <tr>
            <th>{t("date")}</th>
            <th>{t("lowest")}</th>
            <th>{t("mean")}</th>
            <th>{t("highest")}</th>
            <th>{t("valid")}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((one) => (
            <tr key={one.datetime}>
              <td>{dayOf(one.datetime)}</td>
              <td>{textOf(one.minimum, unit)}</td>
              <td>{textOf(one.mean, unit)}</td>
              <td>{textOf(one.maximum, unit)}</td>
              <td>{share(one.valid_percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
