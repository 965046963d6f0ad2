import { type Signal, useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import { asRefusal } from "../api/refusal";

/** A change that a person starts: it is under way, or was refused. */
export interface Action {
  busy: Signal<boolean>;
  fault: Signal<Refusal | undefined>;
  /** Runs a change; then calls `done` with its result. A change under way is not started again. */
  run: <T>(change: () => Promise<T>, done: (result: T) => void) => void;
  /** Does something else in place of a change that was refused. */
  instead: (other: () => void) => () => void;
}

export function useAction(): Action {
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const run = <T>(change: () => Promise<T>, done: (result: T) => void) => {
    if (busy.peek()) return;
    busy.value = true;
    fault.value = undefined;
    change()
      .then(done, (error: unknown) => (fault.value = asRefusal(error)))
      .finally(() => (busy.value = false));
  };
  const instead = (other: () => void) => () => {
    fault.value = undefined;
    other();
  };
  return { busy, fault, run, instead };
}
