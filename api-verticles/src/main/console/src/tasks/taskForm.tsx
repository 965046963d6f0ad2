import type { Farm, Task } from "../api/bodies";
import { Confirm } from "../parts/confirm";
import { Opened } from "../parts/opened";
import { offerUndo } from "../parts/undo";
import type { Versioned } from "../offline/waiting";
import { AuditTrail } from "../records/auditTrail";
import type { References } from "../records/schemaInput";
import { may } from "../rights";
import { t } from "../texts/texts";
import { attributesOf, EntityForm, type Values } from "./entityForm";
import { changeTask, deleteTask, type FarmWork, patchBetween, planTask, task } from "./work";

interface Props {
  farm: Farm;
  work: FarmWork;
  /** of the task; without one, a task is planned */
  id?: string;
  /** the task as the list has it */
  known?: Task;
  saved: () => void;
  close: () => void;
}

const pairs = (list: { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const);

export const referencesOf = ({ fields, workers, machines }: FarmWork): References => ({
  fieldId: pairs(fields),
  assignedWorkerIds: pairs(workers),
  workerId: pairs(workers),
  machineId: pairs(machines),
});

/** A task as a form: to plan one, or to read and change one. */
export function TaskForm({ farm, work, id, known, saved, close }: Props) {
  const load = (signal: AbortSignal): Promise<Versioned<Values>> =>
    id ? task(id, signal, known) : Promise.resolve({ record: {}, version: undefined });
  const mayWrite = may(id ? "task:update" : "task:create", farm.id);
  return (
    <Opened key={id} load={load} what={t("the task")}>
      {({ record, version }, again) => (
        <>
          <EntityForm
            collection="Task"
            title={id ? t("Task") : t("New task")}
            values={record}
            references={referencesOf(work)}
            timezone={farm.timezone}
            save={(values) => save(farm, record, values, version)}
            saved={({ updatedAt }) => {
              if (id) offer({ ...record, updatedAt }, saved);
              saved();
            }}
            close={close}
            newest={again}
            readOnly={!mayWrite}
          />
          {id && may("task:delete", farm.id) && (
            <Confirm
              label={t("Delete the task")}
              sure={t("Delete it")}
              change={() => deleteTask(asTask(record))}
              done={saved}
            />
          )}
          {id && <AuditTrail id={id} timezone={farm.timezone} />}
        </>
      )}
    </Opened>
  );
}

const NAMES = attributesOf("Task");

const asTask = (values: Values) => values as unknown as Task;

/** Plans a task, or sends what differs; a task that gets its first people is assigned with it. */
function save(farm: Farm, before: Values, after: Values, version: string | undefined) {
  const assigned = ((after["assignedWorkerIds"] as string[] | undefined) ?? []).length > 0;
  if (!before["id"])
    return planTask(farm.id, after).then((made) => (assigned ? changeTask(made, { status: "ASSIGNED" }) : made));
  const patch = patchBetween(before, after, NAMES);
  if (assigned && before["status"] === "PLANNED" && "assignedWorkerIds" in patch) patch["status"] = "ASSIGNED";
  return changeTask(asTask(before), patch, version);
}

/** Offers to send the attributes as they were before the change. */
function offer(before: Values, undone: () => void) {
  const old = Object.fromEntries([...NAMES, "status"].map((name) => [name, before[name] ?? null]));
  offerUndo({
    text: t("{name} is changed.", { name: String(before["name"]) }),
    undo: () => changeTask(asTask(before), old),
    undone,
  });
}
