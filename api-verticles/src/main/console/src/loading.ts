import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asRefusal, type Refusal } from "./refusal";

/** Something that is fetched: not there yet, there, or refused. */
export interface Loading<T> {
  value: Signal<T | undefined>;
  fault: Signal<Refusal | undefined>;
  again: () => void;
}

/**
 * Fetches when the page opens and whenever a key changes; what is no longer wanted is aborted. What is shown stays
 * until it is replaced, unless the keys changed.
 */
export function useLoading<T>(fetch: (signal: AbortSignal) => Promise<T> | undefined, keys: unknown[]): Loading<T> {
  const value = useSignal<T | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    value.value = undefined;
  }, keys);
  useEffect(() => {
    const abort = new AbortController();
    fault.value = undefined;
    fetch(abort.signal)?.then(
      (next) => !abort.signal.aborted && (value.value = next),
      (error: unknown) => !abort.signal.aborted && (fault.value = asRefusal(error)),
    );
    return () => abort.abort();
  }, [...keys, attempt.value]);
  return { value, fault, again: () => attempt.value++ };
}
