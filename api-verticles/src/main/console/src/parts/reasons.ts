import type { Violation } from "glebe-client";
import { labelOf } from "../records/labels";
import { t } from "../texts/texts";

// Refusals in the words of the person who filled in the form.

/** The number in a detail such as "must be at least 0". */
const numberIn = (detail: string | undefined) => /-?\d+(\.\d+)?/.exec(detail ?? "")?.[0] ?? "";

/** A detail with the names of attributes as people read them: "Planned end is before Planned start". */
const named = (detail: string): string => detail.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, labelOf);

/** A detail that begins with the attribute of the input, with its label: "threshold must be above 0". */
const begun = (detail: string, label: string) => detail.replace(/^[a-z][A-Za-z]*(?= must )/, label);

/** A reason of a refusal at the input of a label: "Products is needed". */
export function reasonOf({ rule, detail }: Violation, label: string): string {
  const values = { label, limit: numberIn(detail) };
  switch (rule) {
    case "required":
    case "null":
    case "minLength":
    case "minItems":
      return t("{label} is needed", values);
    case "minimum":
      return values.limit ? t("{label} must be at least {limit}", values) : (detail ?? "");
    case "maximum":
      return values.limit ? t("{label} must be at most {limit}", values) : (detail ?? "");
    case "maxLength":
      return values.limit ? t("{label} has more than {limit} characters", values) : (detail ?? "");
    case "immutable":
      return t("{label} cannot be changed", values);
    case "type":
    case "format":
    case "pattern":
    case "enum":
      return t("{label} is not valid: {detail}", { label, detail: detail ?? "" });
    default:
      return detail === undefined ? t("{label} is not valid", values) : named(begun(detail, label));
  }
}
