import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Confirm } from "../parts/confirm";
import { reasonOf } from "../parts/reasons";
import { labelOf } from "../records/labels";
import { type Text, t } from "../texts/texts";
import { sizeOf, timeFormat } from "../words";
import { ChangeForm, isEditable } from "./changeForm";
import { drop, sendAgain } from "./outbox";
import type { Entry, Fate } from "./store";

const FATES: Record<Fate, { text: Text; look: string }> = {
  waiting: { text: "Not sent yet", look: "busy" },
  refused: { text: "Refused", look: "bad" },
  overridden: { text: "Sent, see below", look: "bad" },
  sent: { text: "Sent", look: "good" },
};

/** The changes of a person with what became of each; the newest first. */
export function ChangeList({ entries }: { entries: Entry[] }) {
  return (
    <ul class="rows">
      {entries.toReversed().map((entry) => (
        <Change key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

const time = timeFormat();

function Change({ entry }: { entry: Entry }) {
  const editing = useSignal(false);
  const { text, at, fate, operation, file } = entry;
  const kind = file ? t("File") : operation?.method === "PUT" ? t("New") : "";
  return (
    <li aria-label={text}>
      <div>
        <div class="change-head">
          <strong>{text}</strong>
          <span class={`badge ${FATES[fate].look}`}>{t(FATES[fate].text)}</span>
        </div>
        <p class="hint">
          {[kind, time.format(new Date(at)), file && file.blob.size > 0 ? sizeOf(file.blob.size) : ""]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Outcome entry={entry} />
        {file && file.blob.type.startsWith("image/") && <Photo name={file.name} blob={file.blob} />}
        {editing.value ? (
          <ChangeForm entry={entry} close={() => (editing.value = false)} />
        ) : (
          <Choices entry={entry} edit={() => (editing.value = true)} />
        )}
      </div>
    </li>
  );
}

const nameAt = (pointer: string | undefined) => pointer?.split("/").findLast((part) => !/^\d*$/.test(part)) ?? "";

/** Why a change was refused, or what it overrode, in words. */
function Outcome({ entry }: { entry: Entry }) {
  const { fate, overridden = [] } = entry;
  if (fate === "overridden")
    return (
      <p class="fault">
        {t("Somebody else had changed this in the meantime; your values are stored now: {names}.", {
          names: overridden.map(labelOf).join(", "),
        })}
      </p>
    );
  if (fate !== "refused") return null;
  return <p class="fault">{whyIn(entry)}</p>;
}

const GONE = 404;
const FORBIDDEN = 403;

function whyIn({ status, reason = "", violations = [] }: Entry): string {
  if (status === GONE) return t("It is not there any more, or you may not see it.");
  if (status === FORBIDDEN) return t("You may not do this.");
  const named = violations.filter(({ pointer }) => nameAt(pointer));
  const reasons = named.map((one) => reasonOf(one, labelOf(nameAt(one.pointer))));
  return reasons.length > 0 ? [...new Set(reasons)].join(". ") : reason;
}

function Photo({ name, blob }: { name: string; blob: Blob }) {
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img class="waiting-photo" src={address} alt={name} />;
}

/** What a person can do about a change. */
function Choices({ entry, edit }: { entry: Entry; edit: () => void }) {
  const { fate, text } = entry;
  if (fate === "sent") return null;
  if (fate === "overridden")
    return (
      <div class="buttons">
        <button class="plain" onClick={() => void drop(entry)}>
          {t("I have seen it")}
        </button>
      </div>
    );
  return (
    <div class="buttons">
      {fate === "refused" && isEditable(entry) && (
        <button class="strong" onClick={edit}>
          {t("Edit")}
        </button>
      )}
      {fate === "refused" && (
        <button class="plain" onClick={() => void sendAgain(entry)}>
          {t("Send again")}
        </button>
      )}
      <Confirm
        label={t("Drop")}
        sure={t("Drop it for ever")}
        name={t("Drop {name}", { name: text })}
        change={() => drop(entry)}
        done={() => {}}
      />
    </div>
  );
}
