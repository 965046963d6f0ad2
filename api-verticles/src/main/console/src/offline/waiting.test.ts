import { expect, test } from "vitest";
import type { Operation } from "../api/bodies";
import type { Entry } from "./store";
import { merged, withWaiting } from "./waiting";

interface Task {
  id: string;
  name: string;
  farmId: string;
  note?: string;
}

const entry = (operation: Operation, more: Partial<Entry> = {}): Entry => ({
  id: "e",
  person: "p",
  at: 0,
  farm: "f",
  text: "",
  fate: "waiting",
  operation,
  ...more,
});
const ofFarm = ({ farmId }: Task) => farmId === "f";
const mow: Task = { id: "1", name: "Mow", farmId: "f", note: "north" };

test("a new record is seen in its list before it is sent, with the changes that follow it", () => {
  const entries = [
    entry({ method: "PUT", path: "/tasks/2", body: { name: "Sow", farmId: "f" } }),
    entry({ method: "PATCH", path: "/tasks/2", body: { name: "Sow maize" } }),
    entry({ method: "PUT", path: "/tasks/3", body: { name: "Other farm", farmId: "g" } }),
    entry({ method: "PUT", path: "/activities/4", body: { name: "No task", farmId: "f" } }),
  ];
  expect(withWaiting("tasks", [mow], ofFarm, entries).map(({ name }) => name)).toEqual(["Mow", "Sow maize"]);
});

test("a waiting change and a waiting deletion are seen", () => {
  const patch = entry({ method: "PATCH", path: "/tasks/1", body: { name: "Mow twice", note: null } });
  expect(withWaiting("tasks", [mow], ofFarm, [patch])).toEqual([{ id: "1", name: "Mow twice", farmId: "f" }]);
  expect(withWaiting("tasks", [mow], ofFarm, [entry({ method: "DELETE", path: "/tasks/1" })])).toEqual([]);
});

test("a record that has arrived in the meantime is not seen twice", () => {
  const again = entry({ method: "PUT", path: "/tasks/1", body: { name: "Mow", farmId: "f" } });
  expect(withWaiting("tasks", [mow], ofFarm, [again])).toHaveLength(1);
});

test("members that pages need and the platform adds are shown", () => {
  const record = entry({ method: "PUT", path: "/data/5", body: { farmId: "f" } }, { shown: { type: "NOTE" } });
  expect(withWaiting<Task>("data", [], ofFarm, [record])).toMatchObject([
    { id: "5", type: "NOTE", createdAt: "1970-01-01T00:00:00.000Z" },
  ]);
});

test("a merge patch goes into objects and replaces lists", () => {
  const before = { payload: { text: "wet", depth: 3 }, tags: ["a", "b"] };
  expect(merged(before, { payload: { depth: null, text: "dry" }, tags: ["c"] })).toEqual({
    payload: { text: "dry" },
    tags: ["c"],
  });
});
