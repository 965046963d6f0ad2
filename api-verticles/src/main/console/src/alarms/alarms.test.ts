import { expect, test } from "vitest";
import type { AlarmEvent, AlarmRule } from "../api/bodies";
import { schemaOf } from "../tasks/entityForm";
import { eventText, inOrder, ruleText, shownSince, spanText } from "./alarms";
import { afterChange } from "./openAlarms";
import { schemaOfKind, shownOf, storedOf } from "./ruleForm";

const event = (members: object) =>
  ({
    id: "a",
    status: "ACTIVE",
    acknowledgement: "OPEN",
    severity: "INFO",
    startedAt: "2026-06-01",
    ...members,
  }) as AlarmEvent;
const rule = (members: object) => ({ kind: "BELOW", threshold: 15, ...members }) as AlarmRule;

test("the stream of changes adds alarms that begin and takes out those that end", () => {
  const [first, second] = [event({ id: "a" }), event({ id: "b" })];
  const both = afterChange(afterChange(new Map(), [first]), [
    second,
    event({ id: "a", acknowledgement: "ACKNOWLEDGED" }),
  ]);
  expect([...both.values()].map(({ id, acknowledgement }) => [id, acknowledgement])).toEqual([
    ["a", "ACKNOWLEDGED"],
    ["b", "OPEN"],
  ]);
  expect([
    ...afterChange(both, [event({ id: "b", status: "ENDED" }), event({ id: "c", status: "ENDED" })]).keys(),
  ]).toEqual(["a"]);
});

test("alarms that nobody has seen come first, then the severe ones, then the latest", () => {
  const all = [
    event({ id: "seen", acknowledgement: "ACKNOWLEDGED", severity: "CRITICAL" }),
    event({ id: "info" }),
    event({ id: "old", severity: "CRITICAL" }),
    event({ id: "new", severity: "CRITICAL", startedAt: "2026-06-02" }),
  ];
  expect(inOrder(all).map(({ id }) => id)).toEqual(["new", "old", "info", "seen"]);
});

test("events and rules are said in words, differences without the zero of a unit", () => {
  expect(eventText(event({ kind: "BELOW", value: 14.9, threshold: 15 }), "%")).toBe("14.9 %, below 15 %");
  expect(eventText(event({ kind: "RISE", value: 6, threshold: 5 }), "Cel")).toBe("rose by 6 °C, more than 5 °C");
  expect(eventText(event({ kind: "SILENCE" }), "")).toBe("no value arrives");
  expect(ruleText(rule({ durationSeconds: 600 }), "%")).toBe("below 15 % for 10 minutes");
  expect(ruleText(rule({ durationSeconds: 0 }), "%")).toBe("below 15 %");
  expect(ruleText(rule({ kind: "TASK_DUE", durationSeconds: 86_400 }), "")).toBe("a task is due in 1 day");
  expect([90, 5400, 7200].map(spanText)).toEqual(["90 seconds", "90 minutes", "2 hours"]);
  expect(shownSince(new Date("2026-01-15T12:00:00Z")).toISOString()).toBe("2025-12-01T00:00:00.000Z");
});

test("the form of a rule has the attributes of its kind, with durations in minutes", () => {
  const whole = schemaOf("AlarmRule");
  const names = (kind: string, isNew = true) => {
    const { properties, required } = schemaOfKind(whole, { kind }, isNew);
    return Object.keys(properties ?? {}).map((name) => name + (required?.includes(name) ? "*" : ""));
  };
  expect(names("RISE").slice(0, 6)).toEqual([
    "name*",
    "kind*",
    "datastreamId*",
    "threshold*",
    "hysteresis",
    "durationSeconds*",
  ]);
  expect(names("SILENCE")).not.toContain("threshold");
  expect(names("TASK_DUE").slice(0, 3)).toEqual(["name*", "kind*", "durationSeconds"]);
  expect(names("BELOW", false), "kind and datastream never change").not.toContain("kind*");
  const schema = schemaOfKind(whole, { kind: "SILENCE" }, true);
  const shown = shownOf({ kind: "SILENCE", datastreamId: "7", threshold: 3, durationSeconds: 5400 });
  expect(shown["durationSeconds"]).toBe(90);
  expect(storedOf(shown, schema)).toEqual({ kind: "SILENCE", datastreamId: 7, durationSeconds: 5400 });
});
