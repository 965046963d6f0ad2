import type { Activity, Task, Worker } from "../api/bodies";
import type { Text } from "../texts/texts";

// The states of tasks and activities, with the steps that are possible from each.

export type TaskState = Task["status"];
export type ActivityState = Activity["status"];

export interface Step<S> {
  to: S;
  text: Text;
  /** ends the work for good, so that it takes two clicks */
  final?: boolean;
}

const CANCEL = { to: "CANCELLED", text: "Cancel it", final: true } as const;

const TASK_STEPS: Record<TaskState, Step<TaskState>[]> = {
  PLANNED: [{ to: "ASSIGNED", text: "Assign" }, { to: "IN_PROGRESS", text: "Start" }, CANCEL],
  ASSIGNED: [{ to: "IN_PROGRESS", text: "Start" }, { to: "PLANNED", text: "Back to planned" }, CANCEL],
  IN_PROGRESS: [{ to: "COMPLETED", text: "Finish" }, { to: "ASSIGNED", text: "Hand back" }, CANCEL],
  COMPLETED: [],
  CANCELLED: [],
};

const ACTIVITY_STEPS: Record<ActivityState, Step<ActivityState>[]> = {
  PLANNED: [{ to: "IN_PROGRESS", text: "Start" }, { to: "COMPLETED", text: "Finish" }, CANCEL],
  IN_PROGRESS: [{ to: "COMPLETED", text: "Finish" }, { to: "PLANNED", text: "Back to planned" }, CANCEL],
  COMPLETED: [],
  CANCELLED: [],
};

/** The steps from a state; a task without people has to be assigned in its form. */
export const taskSteps = ({ status, assignedWorkerIds }: Task): Step<TaskState>[] =>
  TASK_STEPS[status].filter(({ to }) => to !== "ASSIGNED" || (assignedWorkerIds ?? []).length > 0);

export const activitySteps = ({ status }: Activity): Step<ActivityState>[] => ACTIVITY_STEPS[status];

/** A column of the board. */
export interface Column {
  name: Text;
  states: TaskState[];
}

export const COLUMNS: Column[] = [
  { name: "Planned", states: ["PLANNED"] },
  { name: "Assigned", states: ["ASSIGNED"] },
  { name: "In progress", states: ["IN_PROGRESS"] },
  { name: "Done", states: ["COMPLETED", "CANCELLED"] },
];

/** The worker records of a person. */
export const ownWorkers = (workers: Pick<Worker, "id" | "userId">[], user: string | undefined): string[] =>
  workers.filter(({ userId }) => user !== undefined && userId === user).map(({ id }) => id);

export const isOwn = (task: Task, own: string[]): boolean => own.some((id) => task.assignedWorkerIds?.includes(id));

const URGENCY = ["URGENT", "HIGH", "NORMAL", "LOW"];
const FAR = "9999";

/** The own tasks first, then by urgency, then by the day on which they are due. */
export function inOrder(tasks: Task[], own: string[]): Task[] {
  const key = (task: Task): [number, number, string] => [
    isOwn(task, own) ? 0 : 1,
    URGENCY.indexOf(task.priority ?? "NORMAL"),
    task.dueAt ?? task.plannedStartAt ?? FAR,
  ];
  return [...tasks].sort((a, b) => {
    const [ownA, urgencyA, dueA] = key(a);
    const [ownB, urgencyB, dueB] = key(b);
    return ownA - ownB || urgencyA - urgencyB || dueA.localeCompare(dueB) || a.name.localeCompare(b.name);
  });
}

/** Done tasks are shown for some weeks. */
const SHOWN_MILLIS = 30 * 86_400_000;

export const isShown = (task: Task, now: number): boolean =>
  !["COMPLETED", "CANCELLED"].includes(task.status) ||
  now - Date.parse(task.completedAt ?? task.updatedAt) < SHOWN_MILLIS;

export const isLate = ({ status, dueAt }: Task, now: number): boolean =>
  dueAt !== undefined && !["COMPLETED", "CANCELLED"].includes(status) && Date.parse(dueAt) < now;
