import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Refusal } from "glebe-client";
import { asRefusal } from "./api/refusal";
import { type Latest, latest } from "./latest";
import { renewed } from "./offline/network";

/** A value that is loaded: absent, present, or refused. */
export interface Loading<T> {
  value: Signal<T | undefined>;
  fault: Signal<Refusal | undefined>;
  again: () => void;
}

interface Handlers<T> {
  done: (value: T) => void;
  failed: (fault: Refusal | undefined) => void;
}

/** Loads that an action starts. They are cancelled when a key changes or the component goes. */
export function useLatestAction(keys: unknown[]): Latest {
  const loads = useMemo(latest, []);
  useEffect(() => loads.cancel, keys);
  return loads;
}

/** Loads when a component opens, whenever a key changes, and when the network is back; only the newest load is reported. */
export function useLatest<T>(load: (signal: AbortSignal) => Promise<T> | undefined, keys: unknown[], to: Handlers<T>) {
  const loads = useLatestAction(keys);
  useEffect(() => loads.load(load, to.done, (error) => to.failed(asRefusal(error))), [...keys, renewed.value]);
}

/** Keeps a loaded value. It is dropped when a key changes, and stays while it is loaded again. */
export function useLoading<T>(load: (signal: AbortSignal) => Promise<T> | undefined, keys: unknown[]): Loading<T> {
  const value = useSignal<T | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    value.value = undefined;
  }, keys);
  useEffect(() => {
    fault.value = undefined;
  }, [...keys, attempt.value, renewed.value]);
  useLatest(load, [...keys, attempt.value], {
    done: (next) => (value.value = next),
    failed: (reason) => (fault.value = reason),
  });
  return { value, fault, again: () => attempt.value++ };
}
