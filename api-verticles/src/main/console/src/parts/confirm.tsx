import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Fault } from "../fault";
import { t } from "../texts/texts";
import { useAction } from "./action";

interface Props<T> {
  /** on the button that asks */
  label: string;
  /** on the button that does it */
  sure: string;
  /** of the buttons for a screen reader, where the label alone is not clear */
  name?: string;
  /** asks for a reason, which is needed */
  reason?: string;
  change: (reason: string) => Promise<T>;
  done: (result: T) => void;
  /** shows the newest version, where somebody else has changed it */
  newest?: () => void;
  children?: ComponentChildren;
}

/** A change that takes two clicks, and a reason where one is asked for. */
export function Confirm<T>({ label, sure, name, reason, change, done, newest, children }: Props<T>) {
  const asking = useSignal(false);
  const text = useSignal("");
  const { busy, fault, run, instead } = useAction();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), [asking.value]);
  if (!asking.value)
    return (
      <button type="button" class="plain" aria-label={name} onClick={() => (asking.value = true)}>
        {label}
      </button>
    );
  return (
    <form
      class="confirm"
      aria-label={name ?? label}
      onSubmit={(event) => {
        event.preventDefault();
        run(
          () => change(text.value.trim()),
          (result) => {
            asking.value = false;
            done(result);
          },
        );
      }}
    >
      {children}
      {reason && (
        <label>
          <span>{reason} *</span>
          <input
            ref={first}
            required
            maxLength={500}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
      )}
      {fault.value && <Fault fault={fault.value} newest={newest && instead(newest)} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {sure}
        </button>
        <button type="button" class="plain" disabled={busy.value} onClick={() => (asking.value = false)}>
          {t("Keep")}
        </button>
      </div>
    </form>
  );
}
