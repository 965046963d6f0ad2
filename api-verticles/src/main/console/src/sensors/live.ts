import type { Observation } from "../api/bodies";
import { livePath } from "./things";

export type LiveState = "connecting" | "live" | "waiting";

const FIRST_WAIT_MILLIS = 1_000;
const LONGEST_WAIT_MILLIS = 30_000;

interface Listener {
  state: (now: LiveState) => void;
  /** a new observation was stored */
  observed: (observation: Observation) => void;
  /** observations since the last one may be missing */
  gap: () => void;
}

/**
 * Listens to the live stream of a datastream; the returned function ends it. The browser reconnects a broken stream at
 * once. A stream that the platform refused is opened again after a wait that doubles up to half a minute.
 */
export function listen(datastream: number, listener: Listener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MILLIS;
  const open = () => {
    source = new EventSource(livePath(datastream));
    source.onopen = () => {
      wait = FIRST_WAIT_MILLIS;
      listener.state("live");
      listener.gap(); // observations may have arrived while no stream was open
    };
    source.onerror = () => {
      listener.state("waiting");
      if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    };
    source.addEventListener("observation", (event) =>
      listener.observed(JSON.parse(event.data as string) as Observation),
    );
    source.addEventListener("gap", () => listener.gap());
  };
  listener.state("connecting");
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
