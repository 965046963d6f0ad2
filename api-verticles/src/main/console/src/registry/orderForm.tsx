import { type Signal, useSignal } from "@preact/signals";
import type { Refusal, Violation } from "glebe-client";
import type { Farm, NewCommission, Service } from "../api/bodies";
import { Fault } from "../fault";
import { farms, fieldFeatures } from "../farm/farms";
import { placeNodes } from "../farm/placeNodes";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { ChoiceField, faultsAt, TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { reasonOf } from "../parts/reasons";
import { may } from "../rights";
import { t, wordIn } from "../texts/texts";
import { words } from "../words";
import { order } from "./registry";
import "./registry.css";

type Permission = NewCommission["permissions"][number];

/** What a service needs most often: it reads fields and data and writes results. */
const USUAL: Permission[] = ["field:read", "data:read", "result:read", "result:create"];
const OTHERS: Permission[] = [
  "region:read",
  "cultivationPeriod:read",
  "activity:read",
  "activity:create",
  "task:read",
  "task:create",
  "observation:read",
  "observation:create",
  "data:create",
  "file:read",
  "file:create",
];

const permissionText = (permission: string) => {
  const [entity = "", action = ""] = permission.split(":");
  return `${wordIn(words(action))}: ${wordIn(words(entity))}`;
};

const DAYS = 7;
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Props {
  service: Service;
  ordered: () => void;
  close: () => void;
}

interface Draft {
  farm: string;
  fields: string[];
  permissions: Permission[];
  /** the last day */
  end: string;
  /** JSON */
  parameters: string;
}

/** An order for fields of one farm until a day, with what the service may do there. */
export function OrderForm({ service, ordered, close }: Props) {
  const draft = useSignal<Draft>({ farm: "", fields: [], permissions: USUAL, end: dayAfter(DAYS), parameters: "" });
  const broken = useSignal<Violation[]>([]);
  const { busy, fault, run } = useAction();
  const all = useLoading(
    (signal) => farms(signal).then((found) => found.filter(({ id }) => may("processingJob:create", id))),
    [],
  );
  const farm = draft.value.farm || (all.value.value?.[0]?.id ?? "");
  const send = () => {
    const parameters = objectIn(draft.value.parameters);
    broken.value = parameters
      ? []
      : [{ rule: "type", pointer: "/parameters", detail: t("an object in JSON is needed") }];
    if (parameters) run(() => order(service.id, orderOf({ ...draft.value, farm }, parameters)), ordered);
  };
  return (
    <form
      class="form"
      noValidate
      aria-label={t("New commission")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Inputs
        draft={draft}
        farm={farm}
        farms={all.value.value ?? []}
        faults={[...broken.value, ...(fault.value?.violations ?? [])]}
      />
      {fault.value && <Refused fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value || !farm}>
          {t("Order")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

const orderOf = (
  { farm, fields, permissions, end, parameters: text }: Draft,
  parameters: Record<string, unknown>,
): NewCommission => ({
  farmId: farm,
  fieldIds: fields,
  permissions: permissions.filter((one) => may(one, farm)),
  endsAt: `${end}T23:59:59Z`,
  ...(text.trim() && { parameters }),
});

interface InputsProps {
  draft: Signal<Draft>;
  farm: string;
  farms: Farm[];
  faults: Violation[];
}

function Inputs({ draft, farm, farms: known, faults }: InputsProps) {
  const { fields, permissions, end, parameters } = draft.value;
  const change = (part: Partial<Draft>) => (draft.value = { ...draft.value, ...part });
  return (
    <>
      <ChoiceField
        label={t("Farm")}
        needed
        options={known.map(({ id, name }) => [id, name || id] as const)}
        at="/farmId"
        faults={faults}
        value={farm}
        change={(id) => change({ farm: id, fields: [] })}
      />
      {farm && <Fields farm={farm} chosen={fields} change={(next) => change({ fields: next })} faults={faults} />}
      <Permissions farm={farm} chosen={permissions} change={(next) => change({ permissions: next })} faults={faults} />
      <TextField
        label={t("Until the end of")}
        needed
        type="date"
        at="/endsAt"
        faults={faults}
        value={end}
        change={(day) => change({ end: day })}
      />
      <TextField
        label={t("Parameters")}
        lines={3}
        at="/parameters"
        faults={faults}
        value={parameters}
        change={(text) => change({ parameters: text })}
        hint={t("What the service asks for, as a JSON object; it can be left empty.")}
      />
    </>
  );
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.trim()) return {};
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

interface ListProps<T extends string> {
  farm: string;
  chosen: T[];
  change: (next: T[]) => void;
  faults: Violation[];
}

const toggled = <T extends string>(list: T[], one: T) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** Reasons at a list of ticks; an empty list has one. */
function Reasons({ faults, at, label, empty }: { faults: Violation[]; at: string; label: string; empty: boolean }) {
  const reasons = faultsAt(faults, at).map((fault) =>
    empty ? t("{label} is needed", { label }) : reasonOf(fault, label),
  );
  return (
    <div class="reasons">
      {[...new Set(reasons)].map((reason) => (
        <em key={reason}>{reason}</em>
      ))}
    </div>
  );
}

const AT_INPUTS = /^\/(farmId|fieldIds|permissions|endsAt|parameters)(\/|$)/;

/** The refusal itself, where one of its reasons is at no input. */
function Refused({ fault }: { fault: Refusal }) {
  const all = fault.violations.length > 0 && fault.violations.every(({ pointer }) => AT_INPUTS.test(pointer ?? ""));
  if (!all) return <Fault fault={fault} />;
  return (
    <p class="fault" role="alert">
      {t("Not ordered. The reasons are at the inputs.")}
    </p>
  );
}

function Fields({ farm, chosen, change, faults }: ListProps<string>) {
  const loaded = useLoading(
    (signal) => fieldFeatures(farm, signal).then(({ features }) => placeNodes(features, [])),
    [farm],
  );
  return (
    <fieldset>
      <legend>{t("Fields")} *</legend>
      <Loaded of={loaded} what={t("Fields")}>
        {(nodes) => (
          <>
            <div class="buttons">
              <button type="button" class="plain" onClick={() => change(nodes.map(({ place }) => place.id))}>
                {t("All fields")}
              </button>
              <button type="button" class="plain" onClick={() => change([])}>
                {t("None")}
              </button>
            </div>
            <div class="choices" tabIndex={0} role="group" aria-label={t("Fields")}>
              {nodes.map(({ place: { id, name }, note }) => (
                <label class="tick" key={id}>
                  <input type="checkbox" checked={chosen.includes(id)} onChange={() => change(toggled(chosen, id))} />
                  <span>
                    {name} <small class="hint">{note}</small>
                  </span>
                </label>
              ))}
            </div>
          </>
        )}
      </Loaded>
      <Reasons faults={faults} at="/fieldIds" label={t("Fields")} empty={chosen.length === 0} />
    </fieldset>
  );
}

function Permissions({ farm, chosen, change, faults }: ListProps<Permission>) {
  const offered = (list: Permission[]) =>
    list
      .filter((one) => may(one, farm))
      .map((one) => (
        <label class="tick" key={one}>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => change(toggled(chosen, one))} />
          {permissionText(one)}
        </label>
      ));
  return (
    <fieldset>
      <legend>{t("What the service may do there")} *</legend>
      <div class="choices">{offered(USUAL)}</div>
      <details>
        <summary>{t("More permissions")}</summary>
        <div class="choices">{offered(OTHERS)}</div>
      </details>
      <Reasons faults={faults} at="/permissions" label={t("Permissions")} empty={chosen.length === 0} />
    </fieldset>
  );
}
