import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Collection, Item } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { words } from "../words";
import { after, filter, item, sort } from "./choices";
import { AddFeatures } from "./addFeatures";
import { ItemMap } from "./itemMap";
import * as api from "./items";
import type { Column, ItemPage } from "./items";
import { t } from "../texts/texts";
import { locale } from "../texts/locale";
import { mayChange } from "../rights";

/** Columns of the table; the panel of a feature shows all its properties. */
const MAX_COLUMNS = 8;
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const whole = new Intl.NumberFormat();

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return number.format(value);
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Applies another filter, from its first page. */
const refilter = (text: string) => {
  after.value = "";
  filter.value = text.trim();
};

/** The features of a collection as a table with filter, facets and order, and on a map. */
export function FeaturesPart({ of }: { of: Collection }) {
  const known = useLoading((signal) => api.columns(of.id, signal), [of.id]);
  const all = known.value.value;
  const page = useLoading(
    (signal) =>
      all &&
      api.items(
        of.id,
        { filter: filter.value, sort: sort.value, after: after.value, facets: api.facetProperties(all) },
        signal,
      ),
    [of.id, all, filter.value, sort.value, after.value],
  );
  /** the last loaded page, which stays while the next one is loaded */
  const shown = useSignal<ItemPage | undefined>(undefined);
  useEffect(() => {
    if (page.value.value) shown.value = page.value.value;
  }, [page.value.value]);
  const here = shown.value;
  const onPage = here?.features.find(({ id }) => id === item.value);
  const alone = useLoading(
    (signal) => (item.value && here && !onPage ? api.itemOf(of.id, item.value, signal) : undefined),
    [item.value, Boolean(here), onPage],
  );
  const chosen = item.value ? (onPage ?? alone.value.value) : undefined;
  const features = useMemo(() => here?.features ?? [], [here]);

  if (known.fault.value) return <Fault fault={known.fault.value} retry={known.again} />;
  const fault = page.fault.value;
  const nothing = all?.length === 0 && here?.features.length === 0 && !filter.value;
  const added = () => {
    known.again();
    page.again();
  };
  return (
    <>
      {nothing ? <p class="hint">{t("This collection has no features yet.")}</p> : <FilterBox fault={Boolean(fault)} />}
      {fault && <Fault fault={fault} retry={page.again} />}
      {!here && !fault && <div class="skeleton" role="status" aria-label={t("Loading the features")} />}
      {here && all && !nothing && (
        <div class={`features ${page.value.value || fault ? "" : "stale"}`} aria-busy={!page.value.value && !fault}>
          <Facets page={here} />
          <div class="table">
            <Table features={features} shown={all.slice(0, MAX_COLUMNS)} />
            <Pages page={here} />
          </div>
          <div class="beside">
            <ItemMap items={features} chosen={chosen} choose={(id) => (item.value = id)} />
            {alone.fault.value && <Fault fault={alone.fault.value} />}
            {chosen && <Facts of={chosen} />}
          </div>
        </div>
      )}
      {here && mayChange(of) && <AddFeatures id={of.id} done={added} />}
    </>
  );
}

function FilterBox({ fault }: { fault: boolean }) {
  const text = useSignal(filter.value);
  useEffect(() => void (text.value = filter.value), [filter.value]);
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        refilter(text.value);
      }}
    >
      <label>
        <span class="unseen">{t("Filter in CQL2")}</span>
        <input
          type="text"
          spellcheck={false}
          placeholder={t("CQL2, for example: area > 10 AND status = 'verified'")}
          aria-invalid={fault}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button class="strong">{t("Filter")}</button>
      {filter.value && (
        <button type="button" class="plain" onClick={() => refilter("")}>
          {t("Clear")}
        </button>
      )}
    </form>
  );
}

function Facets({ page }: { page: ItemPage }) {
  const facets = api.groupingFacets(page.facets);
  if (facets.length === 0) return null;
  return (
    <div class="facets">
      {facets.map(([name, values]) => (
        <section key={name} aria-label={words(name)}>
          <h3>{words(name)}</h3>
          <ul>
            {values.map(({ value, count }) => {
              const one = api.comparison(name, value);
              return (
                <li key={String(value)}>
                  <button
                    aria-pressed={api.contains(filter.value, one)}
                    onClick={() => refilter(api.toggled(filter.value, one))}
                  >
                    <span>{textOf(value)}</span> <small>{whole.format(count)}</small>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Table({ features, shown }: { features: Item[]; shown: Column[] }) {
  const name = sort.value.replace(/^-/, "");
  const down = sort.value.startsWith("-");
  const order = (column: string) => {
    after.value = "";
    sort.value = column !== name ? column : down ? "" : `-${column}`;
  };
  const sortOf = (column: string) => (column !== name ? "none" : down ? "descending" : "ascending");
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("Features")}>
      <table>
        <thead>
          <tr>
            {["id", ...shown.map((column) => column.name)].map((column) => (
              <th key={column} aria-sort={sortOf(column)}>
                <button onClick={() => order(column)}>
                  {column === "id" ? "id" : words(column)}
                  {column === name && <span aria-hidden="true">{down ? " ↓" : " ↑"}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map((one) => (
            <tr key={one.id} class={one.id === item.value ? "here" : ""} onClick={() => (item.value = one.id)}>
              <th scope="row">
                <button aria-pressed={one.id === item.value} onClick={() => (item.value = one.id)}>
                  {one.id}
                </button>
              </th>
              {shown.map(({ name: column, type }) => (
                <td key={column} class={type === "number" || type === "integer" ? "count" : ""}>
                  {textOf(one.properties[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {features.length === 0 && (
        <p class="hint" role="status">
          {t("No feature matches the filter.")}
        </p>
      )}
    </div>
  );
}

function Pages({ page }: { page: ItemPage }) {
  /** cursors of the earlier pages that were opened */
  const before = useSignal<string[]>([]);
  useEffect(() => {
    if (!after.value) before.value = [];
  }, [after.value]);
  const forward = () => {
    before.value = [...before.value, after.value];
    after.value = page.next;
  };
  const back = () => {
    after.value = before.value.at(-1) ?? "";
    before.value = before.value.slice(0, -1);
  };
  return (
    <p class="pages">
      <span>{t("{n} on this page", { n: page.features.length })}</span>
      <button class="plain" disabled={!after.value} onClick={back}>
        {after.value && before.value.length === 0 ? t("First page") : t("Previous page")}
      </button>
      <button class="plain" disabled={!page.next} onClick={forward}>
        {t("Next page")}
      </button>
    </p>
  );
}

function Facts({ of }: { of: Item }) {
  return (
    <section class="card facts-of" aria-label={t("Feature {id}", { id: of.id ?? "" })}>
      <header>
        <h3>{of.id}</h3>
        <button class="plain" onClick={() => (item.value = "")} aria-label={t("Close")}>
          ×
        </button>
      </header>
      <dl class="facts">
        {Object.entries(of.properties).map(([name, value]) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd>{textOf(value)}</dd>
          </div>
        ))}
      </dl>
      {!of.geometry && <p class="hint">{t("This feature has no geometry.")}</p>}
    </section>
  );
}
