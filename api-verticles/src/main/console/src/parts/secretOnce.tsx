import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts/texts";

interface Props {
  title: string;
  /** name and value */
  lines: [string, string][];
  close: () => void;
  /** what belongs to the lines */
  children?: ComponentChildren;
}

/** Secrets that the platform shows this once; nothing of the browser stores them. */
export function SecretOnce({ title, lines, close, children }: Props) {
  const copied = useSignal("");
  const first = useRef<HTMLHeadingElement>(null);
  useEffect(() => first.current?.focus(), []);
  const copy = (name: string, value: string) =>
    void navigator.clipboard.writeText(value).then(
      () => (copied.value = name),
      () => (copied.value = ""), // the value can still be selected
    );
  return (
    <section class="card" role="alert" aria-label={title}>
      <h2 tabIndex={-1} ref={first}>
        {title}
      </h2>
      <p class="hint">{t("It is shown only now. Copy it to where it is needed.")}</p>
      {children}
      {lines.map(([name, value]) => (
        <div key={name}>
          <span class="hint">{name}</span>
          <code class="secret">{value}</code>
          <button class="plain" aria-label={t("Copy {name}", { name })} onClick={() => copy(name, value)}>
            {copied.value === name ? t("Copied") : t("Copy")}
          </button>
        </div>
      ))}
      <div class="buttons">
        <button class="strong" onClick={close}>
          {t("I have copied it")}
        </button>
      </div>
    </section>
  );
}
