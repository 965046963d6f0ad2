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

/** Details of a payload that its schema refuses. */
const IN_SCHEMA: [RegExp, string][] = [
  [/^required property|must have at least 1 items|must be at least 1 characters long/, "required"],
  [/must have a minimum value of/, "minimum"],
  [/must have a maximum value of/, "maximum"],
  [/must be at most \d+ characters long/, "maxLength"],
  [/does not match the regex pattern|found, \w+ expected/, "form"],
];

/** The rule of a violation; those of a payload are all of one rule, and told apart by their details. */
const ruleOf = ({ rule, detail = "" }: Violation) => IN_SCHEMA.find(([pattern]) => pattern.test(detail))?.[1] ?? rule;

/** A reason of a refusal at the input of a label: "Products is needed". */
export function reasonOf(violation: Violation, label: string): string {
  const { detail } = violation;
  const values = { label, limit: numberIn(detail) };
  switch (ruleOf(violation)) {
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
    case "form":
      return t("{label} is not valid", values);
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
