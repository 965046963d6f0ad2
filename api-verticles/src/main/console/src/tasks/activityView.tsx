import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import type { Activity } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { offerUndo } from "../parts/undo";
import { AuditTrail } from "../records/auditTrail";
import { RecordForm } from "../farm/recordForm";
import { RecordList } from "../farm/recordList";
import { State } from "../registry/states";
import { isWaiting } from "../offline/waiting";
import { may } from "../rights";
import { t, wordIn } from "../texts/texts";
import { quantityText } from "../units";
import { timeFormat, words } from "../words";
import { ActivityForm } from "./activityForm";
import { InputsCard, ResourcesCard } from "./activityParts";
import { attributesOf } from "./entityForm";
import { activitySteps } from "./steps";
import { activity, changeActivity, deleteActivity, nameOf, recordsOf } from "./work";
import type { WorkProps } from "./workPage";

interface Props extends WorkProps {
  id: string;
  close: () => void;
}

/** An activity with its possible next steps, inputs and outputs, people and machines, records and photos. */
export function ActivityView({ id, farm, work, close }: Props) {
  const loaded = useLoading((signal) => activity(id, signal), [id]);
  return (
    <>
      <button class="link" onClick={close}>
        ‹ {t("All activities")}
      </button>
      <Loaded of={loaded} what={t("the activity")}>
        {({ record, version }) => (
          <>
            <Facts {...{ farm, work, version }} activity={record} changed={loaded.again} deleted={close} />
            <InputsCard activity={record} farm={farm} />
            <ResourcesCard activity={record} farm={farm} work={work} />
            {record.fieldId && <Records activity={record} fieldId={record.fieldId} farm={farm} work={work} />}
            <section class="card">
              <AuditTrail id={id} timezone={farm.timezone} />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

interface FactsProps extends WorkProps {
  activity: Activity;
  version: string | undefined;
  changed: () => void;
  deleted: () => void;
}

function Facts(props: FactsProps) {
  const { activity: record, version, farm, work, changed, deleted } = props;
  const editing = useSignal(false);
  const mayWrite = may("activity:update", farm.id);
  if (editing.value)
    return (
      <section class="card">
        <ActivityForm
          {...{ farm, work, version }}
          activity={record}
          saved={({ updatedAt }) => {
            editing.value = false;
            offer({ ...record, updatedAt }, changed);
            changed();
          }}
          close={() => (editing.value = false)}
          newest={() => {
            editing.value = false;
            changed();
          }}
        />
      </section>
    );
  return (
    <Card title={nameOf(record)} tools={<State state={record.status} />}>
      {isWaiting(record.id) && <p class="hint">{t("Not sent yet")}</p>}
      <FactList activity={record} farm={farm} work={work} />
      {mayWrite && <Steps activity={record} version={version} changed={changed} />}
      <div class="buttons">
        {mayWrite && (
          <button class="plain" onClick={() => (editing.value = true)}>
            {t("Edit")}
          </button>
        )}
        {may("activity:delete", farm.id) && (
          <Confirm
            label={t("Delete the activity")}
            sure={t("Delete it")}
            change={() => deleteActivity(record)}
            done={deleted}
          />
        )}
      </div>
    </Card>
  );
}

function FactList({ activity: record, farm, work }: WorkProps & { activity: Activity }) {
  const time = timeFormat(farm.timezone);
  const { fieldId, plannedAt, executedAt, completedAt, area, areaUnit, growthStage, note } = record;
  const at = (instant: string | undefined) => instant && time.format(new Date(instant));
  const facts: [string, string | undefined][] = [
    [t("Field"), work.fields.find(({ id }) => id === fieldId)?.name],
    [t("Planned for"), at(plannedAt)],
    [t("Started"), at(executedAt)],
    [t("Finished"), at(completedAt)],
    [t("Area"), area === undefined ? undefined : quantityText(area, areaUnit ?? "")],
    [t("Growth stage"), growthStage],
    [t("Note"), note],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Offers to send the attributes as they were before the change. */
function offer(before: Activity, undone: () => void) {
  const values = before as unknown as Record<string, unknown>;
  const old = Object.fromEntries(attributesOf("Activity").map((name) => [name, values[name] ?? null]));
  offerUndo({
    text: t("{name} is changed.", { name: nameOf(before) }),
    undo: () => changeActivity(before, old),
    undone,
  });
}

function Steps({ activity: record, version, changed }: Pick<FactsProps, "activity" | "version" | "changed">) {
  const { busy, fault, run, instead } = useAction();
  const go = (status: Activity["status"]) => changeActivity(record, { status }, version);
  const steps = activitySteps(record);
  if (steps.length === 0)
    return <p class="hint">{t("{state} is the last state.", { state: wordIn(words(record.status)) })}</p>;
  return (
    <>
      {fault.value && <Fault fault={fault.value} newest={instead(changed)} />}
      <div class="buttons" role="group" aria-label={t("Next steps")}>
        {steps.map(({ to, text, final }) =>
          final ? (
            <Confirm
              key={to}
              label={t(text)}
              sure={t("Cancel the activity")}
              change={() => go(to)}
              done={changed}
              newest={changed}
            />
          ) : (
            <button
              key={to}
              class={to === "COMPLETED" ? "strong" : "plain"}
              disabled={busy.value}
              onClick={() => run(() => go(to), changed)}
            >
              {t(text)}
            </button>
          ),
        )}
      </div>
    </>
  );
}

interface RecordsProps extends WorkProps {
  activity: Activity;
  fieldId: string;
}

/** The records that were made at the activity, with photos. */
function Records({ activity: { id }, fieldId, farm, work }: RecordsProps) {
  const adding = useSignal(false);
  const loaded = useLoading((signal) => recordsOf(farm.id, fieldId, id, signal), [id]);
  const name = work.fields.find((one) => one.id === fieldId)?.name ?? "";
  const tools = may("data:create", farm.id) && !adding.value && (
    <button class="plain" onClick={() => (adding.value = true)}>
      {t("Add a record")}
    </button>
  );
  return (
    <Card title={t("Records and photos")} tools={tools}>
      {adding.value && (
        <RecordForm
          farm={farm.id}
          place={{ id: fieldId, kind: "field", name, fieldId }}
          activity={id}
          timezone={farm.timezone}
          close={() => (adding.value = false)}
          done={() => {
            adding.value = false;
            loaded.again();
          }}
        />
      )}
      <Loaded of={loaded} what={t("Records")}>
        {(all) => (
          <RecordList records={all} time={timeFormat(farm.timezone)} timezone={farm.timezone} changed={loaded.again} />
        )}
      </Loaded>
    </Card>
  );
}
