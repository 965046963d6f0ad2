import { type Signal, useSignal } from "@preact/signals";
import type { Task } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { offerUndo } from "../parts/undo";
import { isWaiting } from "../offline/waiting";
import { may, rights } from "../rights";
import { counted, t, wordIn } from "../texts/texts";
import { timeFormat, words } from "../words";
import { openTask, whose } from "./choices";
import {
  type Column,
  COLUMNS,
  inOrder,
  isLate,
  isOwn,
  isShown,
  ownWorkers,
  type Step,
  taskSteps,
  type TaskState,
} from "./steps";
import { TaskForm } from "./taskForm";
import { changeTask, tasksOf } from "./work";
import type { WorkProps } from "./workPage";

/** The tasks of a farm in columns by their state; the person's own come first. */
export function Board({ farm, work }: WorkProps) {
  const loaded = useLoading((signal) => tasksOf(farm.id, signal), [farm.id]);
  const planning = useSignal(false);
  const own = ownWorkers(work.workers, rights.value?.userId);
  const close = () => {
    planning.value = false;
    openTask.value = "";
  };
  const saved = () => {
    close();
    loaded.again();
  };
  return (
    <>
      <Tools mayPlan={may("task:create", farm.id) && !planning.value} planning={planning} hasOwn={own.length > 0} />
      {(planning.value || openTask.value) && (
        <section class="card" key={openTask.value}>
          <TaskForm
            farm={farm}
            work={work}
            id={openTask.value || undefined}
            known={loaded.value.value?.find(({ id }) => id === openTask.value)}
            saved={saved}
            close={close}
          />
        </section>
      )}
      <Loaded of={loaded} what={t("Tasks")}>
        {(tasks) => (
          <div class="board">
            {COLUMNS.map((column) => (
              <BoardColumn
                key={column.name}
                {...{ column, own, farm, work }}
                tasks={shownOf(tasks, own)}
                changed={loaded.again}
              />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The tasks that the board shows, in their order. */
const shownOf = (tasks: Task[], own: string[]) =>
  inOrder(tasks, own).filter(
    (task) => isShown(task, Date.now()) && (whose.value !== "mine" || own.length === 0 || isOwn(task, own)),
  );

interface ToolsProps {
  mayPlan: boolean;
  planning: Signal<boolean>;
  /** whether tasks can be the person's own */
  hasOwn: boolean;
}

function Tools({ mayPlan, planning, hasOwn }: ToolsProps) {
  const plan = () => {
    openTask.value = "";
    planning.value = true;
  };
  return (
    <div class="buttons board-tools">
      {mayPlan && (
        <button class="strong" onClick={plan}>
          {t("Plan a task")}
        </button>
      )}
      {hasOwn && (
        <label class="tick">
          <input
            type="checkbox"
            checked={whose.value === "mine"}
            onChange={(event) => (whose.value = event.currentTarget.checked ? "mine" : "")}
          />
          {t("Only mine")}
        </label>
      )}
    </div>
  );
}

interface ColumnProps extends WorkProps {
  column: Column;
  tasks: Task[];
  own: string[];
  changed: () => void;
}

function BoardColumn({ column, tasks, ...rest }: ColumnProps) {
  const here = tasks.filter(({ status }) => column.states.includes(status));
  return (
    <section aria-label={t(column.name)}>
      <h2>
        {t(column.name)} <small>{here.length}</small>
      </h2>
      {here.length === 0 && <p class="hint">{t("Nothing here")}</p>}
      <ul>
        {here.map((task) => (
          <TaskCard key={task.id} task={task} {...rest} />
        ))}
      </ul>
    </section>
  );
}

type CardProps = Omit<ColumnProps, "column" | "tasks"> & { task: Task };

function TaskCard({ task, farm, work, own, changed }: CardProps) {
  const { name, status, priority, fieldId, dueAt, cancelReason } = task;
  const time = timeFormat(farm.timezone);
  const place = work.fields.find(({ id }) => id === fieldId)?.name;
  const people = work.workers.filter(({ id }) => task.assignedWorkerIds?.includes(id)).map((one) => one.name);
  const unseen = (task.assignedWorkerIds?.length ?? 0) - people.length;
  const late = isLate(task, Date.now());
  return (
    <li class="card" aria-label={name}>
      <button class="link" onClick={() => (openTask.value = task.id)}>
        {name}
      </button>
      <p class="hint">
        {[place, ...people, unseen > 0 && counted("{n} person|{n} people", unseen)].filter(Boolean).join(" · ")}
      </p>
      <p class="marks">
        {isOwn(task, own) && <span class="badge good">{t("Yours")}</span>}
        {priority && priority !== "NORMAL" && (
          <span class={`badge ${priority === "LOW" ? "" : "bad"}`}>{wordIn(words(priority))}</span>
        )}
        {dueAt && (
          <span class={late ? "badge bad" : "badge"}>
            {t(late ? "Late: {time}" : "Due {time}", { time: time.format(new Date(dueAt)) })}
          </span>
        )}
        {status === "CANCELLED" && <span class="badge">{t("Cancelled")}</span>}
        {isWaiting(task.id) && <span class="badge busy">{t("Not sent yet")}</span>}
      </p>
      {cancelReason && <p class="hint">{cancelReason}</p>}
      {may("task:update", farm.id) && <Steps task={task} changed={changed} />}
    </li>
  );
}

/** The possible next steps of a task. */
function Steps({ task, changed }: { task: Task; changed: () => void }) {
  const { busy, fault, run, instead } = useAction();
  const go = ({ to }: Step<TaskState>) =>
    run(
      () => changeTask(task, { status: to }),
      ({ updatedAt }) => {
        changed();
        if (taskSteps({ ...task, status: to }).some((step) => step.to === task.status))
          offerUndo({
            text: t("{name}: {state}", { name: task.name, state: wordIn(words(to)) }),
            undo: () => changeTask({ ...task, updatedAt }, { status: task.status, startedAt: task.startedAt ?? null }),
            undone: changed,
          });
      },
    );
  const steps = taskSteps(task);
  if (steps.length === 0) return null;
  return (
    <>
      {fault.value && <Fault fault={fault.value} newest={instead(changed)} />}
      <div class="buttons">
        {steps.map((step) =>
          step.final ? (
            <Confirm
              key={step.to}
              label={t(step.text)}
              sure={t("Cancel the task")}
              reason={t("Reason")}
              change={(cancelReason) => changeTask(task, { status: step.to, cancelReason })}
              done={changed}
              newest={changed}
            />
          ) : (
            <button key={step.to} class="plain" disabled={busy.value} onClick={() => go(step)}>
              {t(step.text)}
            </button>
          ),
        )}
      </div>
    </>
  );
}
