import type { ComponentChildren } from "preact";
import { Fault } from "../fault";
import type { Loading } from "../loading";
import { t } from "../texts/texts";

interface Props<T> {
  of: Loading<T>;
  /** of which the person waits */
  what: string;
  children: (value: T) => ComponentChildren;
}

/** A loaded value, or its refusal with a way to try again, or a placeholder while it is loaded. */
export function Loaded<T>({ of, what, children }: Props<T>) {
  const { value, fault, again } = of;
  return (
    <>
      {fault.value && <Fault fault={fault.value} retry={again} />}
      {value.value === undefined && !fault.value && (
        <div class="skeleton line" role="status" aria-label={t("Loading {what}", { what })} />
      )}
      {value.value !== undefined && children(value.value)}
    </>
  );
}
