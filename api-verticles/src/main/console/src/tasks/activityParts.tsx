import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Activity, Farm, InputOutput } from "../api/bodies";
import { type Loading, useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { labelOf } from "../records/labels";
import { may } from "../rights";
import { t } from "../texts/texts";
import { quantityText } from "../units";
import { EntityForm } from "./entityForm";
import { referencesOf } from "./taskForm";
import { addInput, addResource, deleteInput, deleteResource, inputsOf, products, resourcesOf } from "./work";
import type { WorkProps } from "./workPage";

interface ListProps<T> {
  title: string;
  add: string;
  empty: string;
  of: Loading<T[]>;
  mayAdd: boolean;
  /** the form of a new entry */
  form: (close: () => void) => ComponentChildren;
  row: (entry: T) => ComponentChildren;
}

/** A list of entries of an activity, with a form for one more. */
function EntryList<T>({ title, add, empty, of, mayAdd, form, row }: ListProps<T>) {
  const adding = useSignal(false);
  const tools = mayAdd && !adding.value && (
    <button class="plain" onClick={() => (adding.value = true)}>
      {add}
    </button>
  );
  return (
    <Card title={title} tools={tools}>
      {adding.value && form(() => (adding.value = false))}
      <Loaded of={of} what={title}>
        {(all) => (all.length === 0 ? <p class="hint">{empty}</p> : <ul class="rows">{all.map(row)}</ul>)}
      </Loaded>
    </Card>
  );
}

/** What an activity used and what it brought. */
export function InputsCard({ activity, farm }: { activity: Activity; farm: Farm }) {
  const { id } = activity;
  const loaded = useLoading(
    (signal) => Promise.all([inputsOf(id, signal), may("product:read", farm.id) ? products(signal) : []]),
    [id],
  );
  if (!may("inputOutput:read", farm.id)) return null;
  const [entries, known] = loaded.value.value ?? [];
  const named = (known ?? []).map((one) => [one.id, one.name] as const);
  const text = ({ category, name, productId, quantity, unit }: InputOutput) =>
    [
      name ?? named.find(([one]) => one === productId)?.[1] ?? labelOf(category),
      quantity === undefined ? "" : quantityText(quantity, unit ?? ""),
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <EntryList
      title={t("Inputs and outputs")}
      add={t("Add an input or output")}
      empty={t("Nothing used or harvested yet.")}
      of={{ ...loaded, value: { value: entries } as Loading<InputOutput[]>["value"] }}
      mayAdd={may("inputOutput:create", farm.id)}
      form={(close) => (
        <EntityForm
          collection="InputOutput"
          title={t("New input or output")}
          values={{ direction: "INPUT" }}
          references={{ productId: named }}
          timezone={farm.timezone}
          save={(values) => addInput(activity, values)}
          saved={() => {
            close();
            loaded.again();
          }}
          close={close}
        />
      )}
      row={(entry) => (
        <li key={entry.id}>
          <div>
            {text(entry)}
            <p class="hint">
              {labelOf(entry.direction)} · {labelOf(entry.category)}
            </p>
          </div>
          {may("inputOutput:delete", farm.id) && (
            <Confirm
              label={t("Remove")}
              sure={t("Remove it")}
              name={t("Remove {name}", { name: text(entry) })}
              change={() => deleteInput(activity, entry.id, text(entry))}
              done={loaded.again}
            />
          )}
        </li>
      )}
    />
  );
}

/** The people and machines of an activity. */
export function ResourcesCard({ activity, farm, work }: WorkProps & { activity: Activity }) {
  const { id } = activity;
  const loaded = useLoading((signal) => resourcesOf(id, signal), [id]);
  if (!may("activityResource:read", farm.id)) return null;
  const nameOf = (entry: { kind: string; workerId?: string; machineId?: string }) =>
    [...work.workers, ...work.machines].find((one) => [entry.workerId, entry.machineId].includes(one.id))?.name ??
    labelOf(entry.kind);
  return (
    <EntryList
      title={t("People and machines")}
      add={t("Add a person or machine")}
      empty={t("Nobody and no machine yet.")}
      of={loaded}
      mayAdd={may("activityResource:create", farm.id)}
      form={(close) => (
        <EntityForm
          collection="ActivityResource"
          title={t("New person or machine")}
          values={{ kind: work.machines.length > 0 ? "MACHINE" : "WORKER" }}
          references={{
            ...referencesOf(work),
            kind: ["MACHINE", "WORKER"].map((kind) => [kind, labelOf(kind)] as const),
          }}
          save={(values) => addResource(activity, values)}
          saved={() => {
            close();
            loaded.again();
          }}
          close={close}
        />
      )}
      row={(entry) => (
        <li key={entry.id}>
          <div>
            {nameOf(entry)}
            <p class="hint">{[labelOf(entry.kind), entry.role, entry.note].filter(Boolean).join(" · ")}</p>
          </div>
          {may("activityResource:delete", farm.id) && (
            <Confirm
              label={t("Remove")}
              sure={t("Remove it")}
              name={t("Remove {name}", { name: nameOf(entry) })}
              change={() => deleteResource(activity, entry.id, nameOf(entry))}
              done={loaded.again}
            />
          )}
        </li>
      )}
    />
  );
}
