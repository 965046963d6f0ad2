import { expect, test } from "vitest";
import type { Activity, Task } from "../api/bodies";
import { activitySteps, inOrder, isLate, isShown, taskSteps } from "./steps";

const task = (name: string, more: Partial<Task> = {}) =>
  ({ id: name, name, status: "PLANNED", updatedAt: "2026-01-01T00:00:00Z", ...more }) as Task;

test("the possible steps follow from the state", () => {
  const steps = (more: Partial<Task>) => taskSteps(task("t", more)).map(({ to }) => to);
  expect(steps({})).toEqual(["IN_PROGRESS", "CANCELLED"]);
  expect(steps({ assignedWorkerIds: ["w"] })).toEqual(["ASSIGNED", "IN_PROGRESS", "CANCELLED"]);
  expect(steps({ status: "IN_PROGRESS", assignedWorkerIds: ["w"] })).toEqual(["COMPLETED", "ASSIGNED", "CANCELLED"]);
  expect(steps({ status: "COMPLETED" })).toEqual([]);
  expect(activitySteps({ status: "PLANNED" } as Activity).map(({ to }) => to)).toContain("COMPLETED");
});

test("a worker sees the own tasks first, then the urgent ones, then those due soon", () => {
  const tasks = [
    task("later", { dueAt: "2026-02-02T00:00:00Z" }),
    task("soon", { dueAt: "2026-02-01T00:00:00Z" }),
    task("urgent", { priority: "URGENT" }),
    task("mine", { assignedWorkerIds: ["me"], priority: "LOW" }),
  ];
  expect(inOrder(tasks, ["me"]).map(({ name }) => name)).toEqual(["mine", "urgent", "soon", "later"]);
  expect(inOrder(tasks, []).map(({ name }) => name)).toEqual(["urgent", "soon", "later", "mine"]);
});

test("done tasks disappear after some weeks, open ones never", () => {
  const now = Date.parse("2026-03-01T00:00:00Z");
  expect(isShown(task("open"), now)).toBe(true);
  expect(isShown(task("old", { status: "COMPLETED", completedAt: "2026-01-01T00:00:00Z" }), now)).toBe(false);
  expect(isShown(task("new", { status: "COMPLETED", completedAt: "2026-02-20T00:00:00Z" }), now)).toBe(true);
});

test("an open task is late after its time", () => {
  const now = Date.parse("2026-03-01T00:00:00Z");
  expect(isLate(task("t", { dueAt: "2026-02-28T00:00:00Z" }), now)).toBe(true);
  expect(isLate(task("t", { dueAt: "2026-02-28T00:00:00Z", status: "COMPLETED" }), now)).toBe(false);
  expect(isLate(task("t"), now)).toBe(false);
});
