import { unwrap } from "glebe-client";
import type { AlarmEvent, AlarmRule, AlarmWebhook, Task } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { write } from "../offline/outbox";
import { versioned } from "../offline/versions";
import { withWaiting } from "../offline/waiting";
import { remove } from "../parts/removal";
import { change } from "../parts/change";
import { may } from "../rights";
import { type Stream, streamName, streamsIn, thingsOf, unitOf } from "../sensors/things";
import { tasksOf } from "../tasks/work";
import { locale } from "../texts/locale";
import { t, wordIn } from "../texts/texts";
import { converted, quantityText, shownUnit, system } from "../units";

// Requests of the page of alarms, and its values in words.

const MAX_ENTRIES = 1000;

/** The first day of the month before: ended events are shown since then. */
export function shownSince(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
}

/** The events of a farm: those that hold, and those that ended not long ago. */
export async function eventsOf(farmId: string, signal: AbortSignal): Promise<AlarmEvent[]> {
  const list = (query: { status: "ACTIVE" | "ENDED"; updatedAfter?: string }) =>
    allPages(
      (page) =>
        glebe.GET("/v1/alarm-events", { params: { query: { ...page, farmId, ...query } }, signal }).then(unwrap),
      MAX_ENTRIES,
    );
  const [active, ended] = await Promise.all([
    list({ status: "ACTIVE" }),
    list({ status: "ENDED", updatedAfter: shownSince().toISOString() }),
  ]);
  // an event that ended between the requests is in both
  const all = new Map([...active, ...ended].map((event) => [event.id, event]));
  return inOrder(withWaiting("alarm-events", [...all.values()], () => false));
}

const RANK: Record<string, number> = { CRITICAL: 0, WARNING: 1, INFO: 2 };

/** First those that nobody has acknowledged, then by severity, then the latest. */
export const inOrder = (events: AlarmEvent[]): AlarmEvent[] =>
  events.toSorted(
    (a, b) =>
      b.acknowledgement.localeCompare(a.acknowledgement) ||
      (RANK[a.severity] ?? 0) - (RANK[b.severity] ?? 0) ||
      b.startedAt.localeCompare(a.startedAt),
  );

/** Takes notice of an event, also without a network. */
export const acknowledge = ({ id, farmId, name }: AlarmEvent, note: string): Promise<AlarmEvent> =>
  write(
    {
      method: "PATCH",
      path: `/alarm-events/${id}`,
      body: { acknowledgement: "ACKNOWLEDGED", ...(note ? { note } : {}) },
    },
    { farm: farmId, text: t("{name}: {state}", { name, state: wordIn("Acknowledged") }) },
  );

export const rulesOf = (farmId: string, signal: AbortSignal): Promise<AlarmRule[]> =>
  allPages(
    (page) => glebe.GET("/v1/alarm-rules", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => withWaiting("alarm-rules", all, () => false).sort((a, b) => a.name.localeCompare(b.name, locale)));

type Values = Record<string, unknown>;

export const addRule = (farmId: string, values: Values) => {
  const id = crypto.randomUUID();
  const body = { id, farmId, originType: "USER", ...values } as never;
  const params = { path: { id }, header: { "If-None-Match": "*" as const } };
  return glebe.PUT("/v1/alarm-rules/{id}", { params, body }).then(unwrap);
};

export const rule = (id: string, signal: AbortSignal) =>
  versioned(glebe.GET("/v1/alarm-rules/{id}", { params: { path: { id } }, signal }));

/** @param version in which it was opened; without one it is as it was listed */
export const changeRule = (of: AlarmRule, body: Values, version?: string) =>
  change(`/alarm-rules/${of.id}`, of.name, { ...of, version }, body);

export const deleteRule = ({ id, farmId, name }: AlarmRule) =>
  remove(`/alarm-rules/${id}`, { farm: farmId, text: t("{name} is deleted.", { name }) });

const ofFarm = (farmId: string) => ({ path: { farmId } });
const ofWebhook = (farmId: string, webhookId: string) => ({ path: { farmId, webhookId } });
const WEBHOOK = "/v1/farms/{farmId}/alarm-webhooks/{webhookId}";

const webhooksIn = (farmId: string) => `farms/${farmId}/alarm-webhooks`;

export const webhooksOf = (farmId: string, signal: AbortSignal) =>
  glebe
    .GET("/v1/farms/{farmId}/alarm-webhooks", { params: ofFarm(farmId), signal })
    .then((answer) => withWaiting(webhooksIn(farmId), unwrap(answer).items, () => false));

/** The new webhook with its secret. */
export const addWebhook = (farmId: string, body: { name: string; url: string; minimumSeverity?: never }) =>
  glebe.POST("/v1/farms/{farmId}/alarm-webhooks", { params: ofFarm(farmId), body }).then(unwrap);

export const deleteWebhook = (farmId: string, { id, name }: AlarmWebhook) =>
  remove(`/${webhooksIn(farmId)}/${id}`, { farm: farmId, text: t("{name} is deleted.", { name }) });

export const testWebhook = (farmId: string, id: string) =>
  glebe.POST(`${WEBHOOK}/test`, { params: ofWebhook(farmId, id) }).then(unwrap);

const MAX_DELIVERIES = 20;

/** The latest messages to a webhook. */
export const deliveriesOf = (farmId: string, id: string, signal: AbortSignal) =>
  glebe
    .GET(`${WEBHOOK}/deliveries`, { params: { ...ofWebhook(farmId, id), query: { limit: MAX_DELIVERIES } }, signal })
    .then((answer) => unwrap(answer).items);

/** What alarms of a farm refer to. */
export interface Named {
  streams: Stream[];
  tasks: Pick<Task, "id" | "name">[];
}

/** Names are extras: what cannot be loaded is left out. */
export async function namesOf(farmId: string, signal: AbortSignal): Promise<Named> {
  const $filter = `properties/farmId eq '${farmId}'`;
  const $expand = "Datastreams($expand=ObservedProperty($select=name))";
  const [things, tasks] = await Promise.all([
    thingsOf({ $filter, $expand }, signal).catch(() => []),
    may("task:read", farmId) ? tasksOf(farmId, signal).catch(() => []) : [],
  ]);
  return { streams: streamsIn(things), tasks };
}

export const streamOf = ({ streams }: Named, id: number | undefined): Stream | undefined =>
  streams.find(({ of }) => of["@iot.id"] === id);

/** The name of a datastream with its unit, as a choice in a form. */
export const optionOf = (stream: Stream): [id: string, name: string] => {
  const unit = shownUnit(unitOf(stream.of));
  return [String(stream.of["@iot.id"]), streamName(stream) + (unit ? ` (${unit})` : "")];
};

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
/** A difference has no zero that units could move. */
function differenceText(value: number, unit: string): string {
  const [shown, symbol] = converted(value, unit, system(), "difference");
  return [number.format(shown), symbol].filter(Boolean).join(" ");
}

type Condition = Pick<AlarmRule, "kind" | "threshold">;

/** A value, or a difference, in the unit of the datastream. */
function valueText({ kind }: Condition, value: number | undefined, unit: string): string {
  if (value === undefined) return "–";
  return kind === "RISE" || kind === "FALL" ? differenceText(value, unit) : quantityText(value, unit);
}

/** What an event is about: "14.9 %, below 15 %". */
export function eventText(event: AlarmEvent, unit: string): string {
  const values = { value: valueText(event, event.value, unit), limit: valueText(event, event.threshold, unit) };
  switch (event.kind) {
    case "ABOVE":
      return t("{value}, above {limit}", values);
    case "BELOW":
      return t("{value}, below {limit}", values);
    case "RISE":
      return t("rose by {value}, more than {limit}", values);
    case "FALL":
      return t("fell by {value}, more than {limit}", values);
    case "SILENCE":
      return t("no value arrives");
    case "TASK_DUE":
      return t("the task is due");
  }
}

const SPANS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in the largest unit that divides it: "6 hours". */
export function spanText(seconds: number): string {
  const [unit, size] = SPANS.find(([, one]) => seconds % one === 0) ?? (["second", 1] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** The condition of a rule: "below 15 % for 10 minutes". */
export function ruleText(rule: AlarmRule, unit: string): string {
  const seconds = rule.durationSeconds ?? 0;
  const values = { limit: valueText(rule, rule.threshold, unit), time: spanText(seconds) };
  switch (rule.kind) {
    case "ABOVE":
      return seconds > 0 ? t("above {limit} for {time}", values) : t("above {limit}", values);
    case "BELOW":
      return seconds > 0 ? t("below {limit} for {time}", values) : t("below {limit}", values);
    case "RISE":
      return t("rises by more than {limit} in {time}", values);
    case "FALL":
      return t("falls by more than {limit} in {time}", values);
    case "SILENCE":
      return t("no value for {time}", values);
    case "TASK_DUE":
      return seconds > 0 ? t("a task is due in {time}", values) : t("a task is due");
  }
}
