import { Refusal } from "glebe-client";
import type { OperationResult } from "../api/bodies";
import type { Entry } from "./store";

type Became = Pick<Entry, "fate" | "status" | "reason" | "violations" | "overridden">;

const NOT_FOUND = 404;

/** What became of a change by the answer of the platform. A record that is gone already is deleted. */
export function fateOf({ outcome, status, headers, body }: OperationResult, method?: string): Became {
  if (method === "DELETE" && status === NOT_FOUND) return { fate: "sent" };
  const overridden = outcome === "DONE" ? headers?.["Glebe-Overridden"] : undefined;
  if (overridden)
    return { fate: "overridden", overridden: overridden.split(",").map((name) => decodeURIComponent(name.trim())) };
  if (outcome === "DONE") return { fate: "sent" };
  return { fate: "refused", ...whyOf(new Refusal(status, body ?? {}, Response.error())) };
}

/** The reason of a refusal, as the outbox keeps it. */
export const whyOf = ({ problem, status, violations }: Refusal): Pick<Entry, "status" | "reason" | "violations"> => ({
  status,
  reason: problem.detail ?? problem.title ?? String(status),
  violations,
});
