import { useSignal } from "@preact/signals";
import { unwrap } from "glebe-client";
import type { AuditEntry } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { mayAnywhere } from "../rights";
import { t, type Text } from "../texts/texts";
import { timeFormat } from "../words";
import { labelOf } from "./labels";

const MAX_ENTRIES = 200;

/** Who changed what of a record, and when; the newest change first. */
async function trail(id: string, signal: AbortSignal): Promise<{ entries: AuditEntry[]; names: Map<string, string> }> {
  const entries = await allPages(
    (page) => glebe.GET("/v1/audit-logs", { params: { query: { ...page, entityId: id } }, signal }).then(unwrap),
    MAX_ENTRIES,
  );
  const users = mayAnywhere("user:read")
    ? await allPages((query) => glebe.GET("/v1/users", { params: { query }, signal }).then(unwrap), MAX_ENTRIES)
    : [];
  const names = new Map(users.map((user) => [user.id, user.displayName]));
  return { entries: entries.sort((a, b) => b.createdAt.localeCompare(a.createdAt)), names };
}

const ACTIONS: Record<AuditEntry["action"], Text> = {
  CREATE: "Made by {name}",
  UPDATE: "Changed by {name}",
  DELETE: "Deleted by {name}",
};

/** Attributes that every change sets. */
const OF_EVERY_CHANGE = new Set(["id", "createdAt", "updatedAt", "originType", "createdByUserId", "clientId"]);

interface Props {
  id: string;
  timezone: string | undefined;
}

/** The history of a record, loaded when it is opened. */
export function AuditTrail({ id, timezone }: Props) {
  const shown = useSignal(false);
  const loaded = useLoading((signal) => (shown.value ? trail(id, signal) : undefined), [id, shown.value]);
  const time = timeFormat(timezone);
  if (!mayAnywhere("auditLog:read")) return null;
  return (
    <details class="trail" onToggle={(event) => (shown.value = event.currentTarget.open)}>
      <summary>{t("History")}</summary>
      {shown.value && (
        <Loaded of={loaded} what={t("History")}>
          {({ entries, names }) => (
            <ul>
              {entries.map(({ id: entry, action, changedByUserId, createdAt, changedAttributes, reason }) => (
                <li key={entry}>
                  {t(ACTIONS[action], {
                    name: names.get(changedByUserId ?? "") ?? t("the platform or a person unknown to you"),
                  })}
                  , <time dateTime={createdAt}>{time.format(new Date(createdAt))}</time>
                  {action === "UPDATE" && (
                    <p class="hint">
                      {(changedAttributes ?? [])
                        .filter((name) => !OF_EVERY_CHANGE.has(name))
                        .map(labelOf)
                        .join(", ")}
                    </p>
                  )}
                  {reason && <p>{reason}</p>}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </details>
  );
}
