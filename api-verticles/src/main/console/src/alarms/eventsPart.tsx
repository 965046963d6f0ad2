import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AlarmEvent } from "../api/bodies";
import { useLoading } from "../loading";
import { isWaiting } from "../offline/waiting";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { utcDay } from "../dates";
import { may, rights } from "../rights";
import { streamName, unitOf } from "../sensors/things";
import { t } from "../texts/texts";
import { ageText, timeFormat } from "../words";
import type { AlarmProps } from "./alarmsPage";
import { acknowledge, eventsOf, eventText, type Named, shownSince, streamOf } from "./alarms";
import { alarm, part } from "./choices";
import { changedAlarms } from "./openAlarms";
import { SeverityBadge } from "./severityBadge";

/** Ages by the clock are drawn anew. */
const CLOCK_MILLIS = 30_000;

interface Props extends AlarmProps {
  /** loads the names again */
  again: () => void;
}

/** The alarms of now, and those that ended. */
export function EventsPart({ farm, named, again }: Props) {
  const loaded = useLoading((signal) => eventsOf(farm.id, signal), [farm.id]);
  const clock = useSignal(0);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) loaded.again();
    first.current = false;
  }, [changedAlarms.value]);
  useEffect(() => {
    const isUnknown = ({ taskId }: AlarmEvent) => taskId && !named.tasks.some(({ id }) => id === taskId);
    if (loaded.value.value?.some(isUnknown)) again();
  }, [loaded.value.value]); // once for each list; a task may be unknown to the person
  useEffect(() => {
    const timer = setInterval(() => clock.value++, CLOCK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  void clock.value;
  const rows = (events: AlarmEvent[]) => (
    <ul class="rows">
      {events.map((event) => (
        <Row key={event.id} event={event} farm={farm} named={named} changed={loaded.again} />
      ))}
    </ul>
  );
  const since = utcDay.format(shownSince());
  return (
    <Loaded of={loaded} what={t("Alarms")}>
      {(events) => {
        const now = events.filter(({ status }) => status === "ACTIVE");
        const ended = events.filter(({ status }) => status !== "ACTIVE");
        return (
          <>
            <Card title={t("Now")}>{now.length > 0 ? rows(now) : <NoAlarm farm={farm.id} />}</Card>
            <Card title={t("Ended")}>
              {ended.length > 0 ? rows(ended) : <p class="hint">{t("None since {time}.", { time: since })}</p>}
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}

function NoAlarm({ farm }: { farm: string }) {
  return (
    <>
      <p class="hint">{t("No alarm. The platform checks the rules whenever a value arrives.")}</p>
      {may("alarmRule:create", farm) && (
        <div class="buttons">
          <button class="plain" onClick={() => (part.value = "rules")}>
            {t("Show the rules")}
          </button>
        </div>
      )}
    </>
  );
}

interface TextProps {
  event: AlarmEvent;
  named: Named;
  time: Intl.DateTimeFormat;
}

/** What an event is about, and since when it holds. */
export function EventText({ event, named, time }: TextProps) {
  const { id, name, severity, startedAt, endedAt, datastreamId, taskId } = event;
  const stream = streamOf(named, datastreamId);
  const about = stream ? streamName(stream) : named.tasks.find((task) => task.id === taskId)?.name;
  const start = new Date(startedAt);
  return (
    <>
      <p class="marks">
        <SeverityBadge of={severity} />
        <strong>{name}</strong>
        {isWaiting(id) && <span class="badge busy">{t("Not sent yet")}</span>}
      </p>
      <p>{[eventText(event, stream ? unitOf(stream.of) : ""), about].filter(Boolean).join(" · ")}</p>
      <p class="hint">
        {endedAt
          ? time.formatRange(start, new Date(endedAt))
          : t("since {time} ({age})", { time: time.format(start), age: ageText(start.getTime()) })}
      </p>
    </>
  );
}

type RowProps = AlarmProps & { event: AlarmEvent; changed: () => void };

function Row({ event, farm, named, changed }: RowProps) {
  const { id, datastreamId, taskId, acknowledgement, note } = event;
  const stream = streamOf(named, datastreamId);
  const time = timeFormat(farm.timezone);
  const at = (text: string) => time.format(new Date(text));
  const row = useRef<HTMLLIElement>(null);
  const chosen = alarm.value === id;
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "center" });
  }, [chosen]);
  return (
    <li ref={row} aria-current={chosen || undefined}>
      <div>
        <EventText event={event} named={named} time={time} />
        {acknowledgement === "ACKNOWLEDGED" && <p class="hint">{acknowledgedText(event, at)}</p>}
        {note && <p>{note}</p>}
      </div>
      <div class="buttons">
        {stream && (
          <a class="plain" href={chartOf(event, stream.thingId)}>
            {t("Chart")}
          </a>
        )}
        {taskId && (
          <a class="plain" href={`#page=work&farm=${farm.id}&task=${taskId}`}>
            {t("Task")}
          </a>
        )}
        {acknowledgement === "OPEN" && may("alarmEvent:update", farm.id) && (
          <Acknowledge event={event} changed={changed} />
        )}
      </div>
    </li>
  );
}

function acknowledgedText({ acknowledgedAt, acknowledgedByUserId }: AlarmEvent, at: (text: string) => string): string {
  if (!acknowledgedAt) return t("Acknowledged");
  return acknowledgedByUserId === rights.value?.userId
    ? t("Acknowledged by you, {time}", { time: at(acknowledgedAt) })
    : t("Acknowledged, {time}", { time: at(acknowledgedAt) });
}

/** The address of the sensor's chart with the threshold in it. */
function chartOf({ kind, threshold, datastreamId }: AlarmEvent, thing: number): string {
  const limits = kind === "BELOW" ? `${threshold},` : kind === "ABOVE" ? `,${threshold}` : "";
  return `#page=sensors&thing=${thing}&stream=${datastreamId}${limits && `&limits=${limits}`}`;
}

function Acknowledge({ event, changed }: { event: AlarmEvent; changed: () => void }) {
  const note = useSignal("");
  return (
    <Confirm
      label={t("Acknowledge")}
      sure={t("I have seen it")}
      name={t("Acknowledge {name}", { name: event.name })}
      change={() => acknowledge(event, note.value.trim())}
      done={changed}
    >
      <TextField label={t("Note")} max={4000} lines={2} value={note.value} change={(text) => (note.value = text)} />
    </Confirm>
  );
}
