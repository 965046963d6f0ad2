import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Refusal } from "glebe-client";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import type { Loading } from "../loading";
import { t } from "../texts/texts";

/** What a load brings; its skeleton and its fault until then. */
export function Loaded<T>({
  of,
  what,
  children,
}: {
  of: Loading<T>;
  what: string;
  children: (value: T) => ComponentChildren;
}) {
  if (of.fault.value) return <Fault fault={of.fault.value} retry={of.again} />;
  if (of.value.value === undefined)
    return <div class="skeleton line" role="status" aria-label={t("Loading {what}", { what })} />;
  return <>{children(of.value.value)}</>;
}

/** An action that a button starts: whether it runs, and why the last one failed. */
export function useAction(done: () => void) {
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const run = async (action: () => Promise<unknown>) => {
    busy.value = true;
    fault.value = undefined;
    try {
      await action();
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, fault, run: (action: () => Promise<unknown>) => void run(action) };
}

/** A button that asks once more before it does what cannot be undone. */
export function Sure({ text, ask, disabled, act }: { text: string; ask: string; disabled: boolean; act: () => void }) {
  const asked = useSignal(false);
  if (!asked.value)
    return (
      <button class="plain" disabled={disabled} onClick={() => (asked.value = true)}>
        {text}
      </button>
    );
  return (
    <span class="sure" role="group" aria-label={ask}>
      {ask}{" "}
      <button class="plain danger" disabled={disabled} onClick={act}>
        {text}
      </button>
      <button class="plain" onClick={() => (asked.value = false)}>
        {t("No")}
      </button>
    </span>
  );
}

interface EntryProps {
  name: string;
  busy: boolean;
  fault: Refusal | undefined;
  save: () => void;
  /** without it the form cannot be closed */
  close?: () => void;
  children: ComponentChildren;
}

/** A form with its fault and its buttons. */
export function EntryForm({ name, busy, fault, save, close, children }: EntryProps) {
  return (
    <form
      class="record-form"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {children}
      {fault && <Fault fault={fault} />}
      <div class="buttons">
        <button class="strong" disabled={busy}>
          {busy ? t("Saving …") : t("Save")}
        </button>
        {close && (
          <button type="button" class="plain" disabled={busy} onClick={close}>
            {t("Cancel")}
          </button>
        )}
      </div>
    </form>
  );
}
