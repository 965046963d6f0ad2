import { useEffect } from "preact/hooks";
import type { Span } from "../charts/span";
import { yearOf } from "../charts/years";
import { type Loading, useLoading } from "../loading";
import { intervalBefore } from "./sensorLines";
import { history, means, type Sample, type Step, type Stream } from "./things";

const REFRESH_MILLIS = 60_000;

/** The samples of other datastreams since a time, read again every minute. */
export function useOthers(streams: Stream[], after: number, step: Step | undefined): Loading<Sample[][]> {
  const ids = streams.map(({ of }) => of["@iot.id"]);
  const loaded = useLoading(
    (signal) => (ids.length > 0 ? Promise.all(ids.map((id) => history(id, after, signal, step))) : Promise.resolve([])),
    [ids.join(), after, step],
  );
  useEffect(() => {
    const timer = setInterval(
      () => ids.length > 0 && document.visibilityState === "visible" && loaded.again(),
      REFRESH_MILLIS,
    );
    return () => clearInterval(timer);
  }, [ids.join()]);
  return loaded;
}

/** The samples of a datastream in the same span of earlier years. */
export function useEarlier(id: number, span: Span, years: number[], step: Step): Loading<Sample[]> {
  const here = yearOf(span[1]);
  const load = async (signal: AbortSignal) => {
    const each = years.map((year) => means(id, intervalBefore(span, here - year), signal, step));
    return (await Promise.all(each)).flat().sort(([a], [b]) => a - b);
  };
  return useLoading(load, [id, years.join(), step, ...span]);
}
