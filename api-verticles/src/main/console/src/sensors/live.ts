import { livePath, type Observation } from "./things";

export type LiveState = "connecting" | "live" | "waiting";

const FIRST_WAIT_MILLIS = 1_000;
const LONGEST_WAIT_MILLIS = 30_000;

interface Listener {
  state: (now: LiveState) => void;
  /** one observation that was stored just now */
  observed: (observation: Observation) => void;
  /** whatever was stored since the last observation may have been missed */
  gap: () => void;
}

/**
 * Listens to the live stream of a datastream until it is closed. A stream that ends or breaks is opened again: at once
 * by the browser, or, when the platform refused it, after a wait that doubles up to half a minute.
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
      listener.gap(); // something may have come while no stream was open
    };
    source.onerror = () => {
      listener.state("waiting");
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    };
    source.addEventListener("observation", (event) => listener.observed(JSON.parse(event.data) as Observation));
    source.addEventListener("gap", () => listener.gap());
  };
  listener.state("connecting");
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
