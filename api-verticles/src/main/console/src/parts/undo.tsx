import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Fault } from "../fault";
import { renew } from "../offline/network";
import { UNDO_MILLIS } from "../offline/outbox";
import { t } from "../texts/texts";
import { useAction } from "./action";

interface Undoable {
  text: string;
  /** sends the values of before */
  undo: () => Promise<unknown>;
  /** called after it */
  undone: () => void;
}

const last = signal<Undoable | undefined>(undefined);

/** Offers to undo the change that has just been made, until the next one. */
export const offerUndo = (change: Undoable) => (last.value = change);

/** Offers to send the values that a record had before a patch. */
export const offerBack = (
  name: string,
  before: object,
  patch: object,
  send: (values: Record<string, unknown>) => Promise<unknown>,
) =>
  offerUndo({
    text: t("{name} is changed.", { name }),
    undo: () =>
      send(
        Object.fromEntries(Object.keys(patch).map((key) => [key, (before as Record<string, unknown>)[key] ?? null])),
      ),
    undone: renew,
  });

/** The bar with the last change, above every page. */
export function UndoBar() {
  const { busy, fault, run } = useAction();
  const change = last.value;
  useEffect(() => {
    fault.value = undefined;
    if (!change) return;
    const timer = setTimeout(() => {
      if (last.peek() === change) last.value = undefined;
    }, UNDO_MILLIS);
    return () => clearTimeout(timer);
  }, [change]);
  const undo = ({ undo: send, undone }: Undoable) =>
    run(send, () => {
      last.value = undefined;
      undone();
    });
  return (
    <div class="undo" role="status">
      {change && (
        <div class="card">
          <span>{change.text}</span>
          {fault.value && <Fault fault={fault.value} />}
          <button class="plain" disabled={busy.value} onClick={() => undo(change)}>
            {t("Undo")}
          </button>
          <button class="plain" aria-label={t("Close")} onClick={() => (last.value = undefined)}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
