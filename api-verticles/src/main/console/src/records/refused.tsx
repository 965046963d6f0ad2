import type { Refusal } from "glebe-client";
import type { Schema } from "../api/bodies";
import { Fault } from "../fault";
import { t } from "../texts/texts";
import { labelOf } from "./labels";

interface Props {
  fault: Refusal;
  schema: Schema;
  /** JSON Pointer of the values of the form in the body */
  pointer?: string;
  /** shows the newest version, where somebody else has changed it */
  newest?: () => void;
}

/** The names of the inputs that say why; the whole refusal where one of its reasons is at no input. */
export function Refused({ fault, schema, pointer = "", newest }: Props) {
  const names = fault.violations.map((one) =>
    one.pointer?.startsWith(`${pointer}/`) ? (one.pointer.slice(pointer.length).split("/")[1] ?? "") : "",
  );
  if (names.length === 0 || names.some((name) => !(name in (schema.properties ?? {}))))
    return <Fault fault={fault} newest={newest} />;
  return (
    <p class="fault" role="alert">
      {t("Not saved: {names}", { names: [...new Set(names)].map(labelOf).join(", ") })}
    </p>
  );
}
