import { batch, computed, effect, signal } from "@preact/signals";
import { unwrap } from "glebe-client";
import type { AlarmEvent } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { reachable, renewed } from "../offline/network";
import { changing } from "../offline/reads";
import { mayAnywhere } from "../rights";
import { isSignedIn } from "../session";

// The alarms of now in all farms of the person, kept up to date by the stream of changes.

const active = signal<ReadonlyMap<string, AlarmEvent>>(new Map());

/** Alarms whose condition holds and of which nobody has taken notice. */
export const openAlarms = computed(() =>
  [...active.value.values()].filter(({ acknowledgement }) => acknowledgement === "OPEN"),
);

/** Counts how often an alarm event was made or changed; lists of events are loaded anew. */
export const changedAlarms = signal(0);

/** The alarms whose condition holds after some have changed. */
export function afterChange(before: ReadonlyMap<string, AlarmEvent>, changed: AlarmEvent[]): Map<string, AlarmEvent> {
  const after = new Map(before);
  for (const event of changed)
    if (event.status === "ACTIVE") after.set(event.id, event);
    else after.delete(event.id);
  return after;
}

const MAX_EVENTS = 1000;
const DAY_MILLIS = 86_400_000;
const FIRST_WAIT_MILLIS = 1_000;
const LONGEST_WAIT_MILLIS = 60_000;

/** At the end of the session it fails and does not go to the sign-in page: the person may be filling in a form. */
const loadActive = (signal: AbortSignal) =>
  allPages(
    (page) =>
      glebe
        .GET("/v1/alarm-events", {
          params: { query: { ...page, status: "ACTIVE" } },
          fetch: changing(),
          signal,
        })
        .then(unwrap),
    MAX_EVENTS,
  );

/** Behind the newest of the loaded alarms; without one, a day ago, because the clock of the browser may be wrong. */
function streamAfter(events: AlarmEvent[]): string {
  const newest = Math.max(0, ...events.map(({ updatedAt }) => Date.parse(updatedAt)));
  const updatedAfter = new Date(Math.max(newest, Date.now() - DAY_MILLIS)).toISOString();
  return glebe.address("/v1/changes", { query: { collections: ["alarm-events"], updatedAfter } });
}

/** Loads the alarms and follows their changes; the returned function ends it. */
function follow(): () => void {
  const own = new AbortController();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MILLIS;
  const take = (next: ReadonlyMap<string, AlarmEvent>) =>
    batch(() => {
      active.value = next;
      changedAlarms.value++;
    });
  const later = () => {
    if (own.signal.aborted) return;
    timer = setTimeout(() => void again(), wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
  };
  const listen = (events: AlarmEvent[]) => {
    take(afterChange(new Map(), events));
    source = new EventSource(streamAfter(events));
    source.onopen = () => (wait = FIRST_WAIT_MILLIS);
    source.onerror = () => source?.readyState === EventSource.CLOSED && later(); // else the browser reconnects
    source.addEventListener("page", ({ data }) =>
      take(afterChange(active.peek(), (JSON.parse(data as string) as { items: AlarmEvent[] }).items)),
    );
  };
  const open = () => loadActive(own.signal).then((events) => own.signal.aborted || listen(events), later);
  /** Who is not signed in any more is not asked for again and again. */
  const again = () => isSignedIn().then((is) => void (is && !own.signal.aborted ? open() : later()), later);
  void open();
  return () => {
    own.abort();
    clearTimeout(timer);
    source?.close();
  };
}

/** Follows the alarms while the page is seen: a browser has few connections for all its windows. */
export function followAlarms(): void {
  const seen = signal(!document.hidden);
  document.addEventListener("visibilitychange", () => (seen.value = !document.hidden));
  const wanted = computed(() => seen.value && reachable.value && mayAnywhere("alarmEvent:read"));
  effect(() => (wanted.value && renewed.value >= 0 ? follow() : undefined));
}
