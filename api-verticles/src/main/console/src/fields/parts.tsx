import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Refusal } from "glebe-client";
import { Fault } from "../fault";
import { useAction as useOneAction } from "../parts/action";
import { t } from "../texts/texts";

/** An action of the fields, after which the same always follows. */
export function useAction(done: () => void) {
  const { run, ...state } = useOneAction();
  return { ...state, run: (action: () => Promise<unknown>) => run(action, done) };
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
  /** shows the newest values, where somebody else has changed them */
  newest?: () => void;
  children: ComponentChildren;
}

/** A form with its fault and its buttons. */
export function EntryForm({ name, busy, fault, save, close, newest, children }: EntryProps) {
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
      {fault && <Fault fault={fault} newest={newest} />}
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
