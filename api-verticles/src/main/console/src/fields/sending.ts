import { useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import { useEffect } from "preact/hooks";
import type { Candidate } from "../files/candidates";
import { failureOf, importing, portions } from "./outbox";
import { sendOutbox } from "./requests";

/** Stores chosen candidates in portions, and keeps what became of each. */
export function useSending(farmId: string, done: () => void) {
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const stored = useSignal(new Set<number>());
  const outcomes = useSignal(new Map<number, string>());
  const ids = useSignal(new Map<number, string>());
  useEffect(() => {
    if (!busy.value) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault(); // to leave ends the import
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [busy.value]);
  const idOf = (number: number): string => {
    const id = ids.value.get(number) ?? crypto.randomUUID();
    ids.value.set(number, id);
    return id;
  };
  const send = async (candidates: Candidate[]) => {
    busy.value = true;
    fault.value = undefined;
    const waiting = candidates.slice();
    try {
      for (const portion of portions(
        importing(
          farmId,
          candidates.map((candidate) => ({ candidate, id: idOf(candidate.number) })),
        ),
      )) {
        const sent = waiting.splice(0, portion.length);
        const results = await sendOutbox(portion);
        const failures = new Map(sent.map(({ number }, i) => [number, failureOf(results[i]!)]));
        outcomes.value = new Map([...outcomes.value, ...failures]);
        stored.value = new Set([
          ...stored.value,
          ...sent.filter(({ number }) => !failures.get(number)).map(({ number }) => number),
        ]);
      }
    } finally {
      busy.value = false;
      done();
    }
  };
  return { busy, fault, stored, outcomes, send };
}
