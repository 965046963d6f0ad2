import { type Signal, useSignal } from "@preact/signals";
import type { Violation } from "glebe-client";
import type { User } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { ChoiceField, TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { SecretOnce } from "../parts/secretOnce";
import { Card } from "../parts/sheet";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { makeToken, revokeToken, tokens, users } from "./administration";

/** The hashed tokens of programs that act for a person; a new one is shown once. */
export function TokensPart() {
  const adding = useSignal(false);
  const secret = useSignal("");
  const loaded = useLoading((signal) => Promise.all([tokens(signal), users(signal)]), []);
  const tools = !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("New token")}
    </button>
  );
  return (
    <>
      {secret.value && (
        <SecretOnce title={t("The new token")} lines={[[t("Token"), secret.value]]} close={() => (secret.value = "")} />
      )}
      <Card title={t("Tokens")} tools={tools}>
        <Loaded of={loaded} what={t("Tokens")}>
          {([all, people]) => (
            <>
              {adding.value && (
                <TokenForm
                  people={people}
                  made={(token) => {
                    adding.value = false;
                    secret.value = token;
                    loaded.again();
                  }}
                  close={() => (adding.value = false)}
                />
              )}
              {all.length === 0 && <p class="hint">{t("No token yet.")}</p>}
              <ul class="rows">
                {all.map((token) => (
                  <Row key={token.id} token={token} people={people} changed={loaded.again} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

type Listed = Awaited<ReturnType<typeof tokens>>[number];

function Row({ token, people, changed }: { token: Listed; people: User[]; changed: () => void }) {
  const { id, name, subject, userId, scopes, expiresAt, revokedAt } = token;
  const time = timeFormat(undefined);
  const facts = [
    t("acts for {name}", { name: people.find((one) => one.id === userId)?.displayName ?? subject }),
    scopes.join(", "),
    expiresAt ? t("until {day}", { day: time.format(new Date(expiresAt)) }) : t("without an end"),
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p class="hint">{facts.join(" · ")}</p>
      </div>
      {revokedAt ? (
        <span class="badge bad">{t("Ended")}</span>
      ) : (
        <Confirm
          label={t("End")}
          sure={t("End it now")}
          name={t("End {name}", { name })}
          change={() => revokeToken(id)}
          done={changed}
        />
      )}
    </li>
  );
}

/** The scopes of each API. */
const SCOPES: Record<string, string[]> = {
  "farm-api": ["farm-read", "farm-write"],
  "spatio-api": ["spatio-read", "spatio-write"],
  "sensor-api": ["sensor-read", "sensor-write"],
};

interface Draft {
  name: string;
  subject: string;
  audience: string;
  /** the last day; empty for none */
  end: string;
}

interface InputsProps {
  people: User[];
  draft: Signal<Draft>;
  faults: Violation[] | undefined;
}

function TokenInputs({ people, draft, faults }: InputsProps) {
  const { name, subject, audience, end } = draft.value;
  const set = (member: keyof Draft) => (text: string) => (draft.value = { ...draft.value, [member]: text });
  return (
    <div class="pair">
      <TextField label={t("Name")} needed max={200} at="/name" faults={faults} value={name} change={set("name")} />
      <ChoiceField
        label={t("Acts for")}
        needed
        at="/subject"
        faults={faults}
        value={subject}
        options={people.flatMap((one) => (one.subject ? [[one.subject, one.displayName] as const] : []))}
        change={set("subject")}
      />
      <ChoiceField
        label={t("API")}
        needed
        at="/audiences"
        faults={faults}
        value={audience}
        options={Object.keys(SCOPES).map((one) => [one, one] as const)}
        change={set("audience")}
      />
      <TextField label={t("To")} type="date" at="/expiresAt" faults={faults} value={end} change={set("end")} />
    </div>
  );
}

interface FormProps {
  people: User[];
  made: (token: string) => void;
  close: () => void;
}

function TokenForm({ people, made, close }: FormProps) {
  const draft = useSignal<Draft>({ name: "", subject: "", audience: "farm-api", end: "" });
  const writes = useSignal(false);
  const { busy, fault, run } = useAction();
  const send = () => {
    const { name, subject, audience, end } = draft.value;
    const [read = "", write = ""] = SCOPES[audience] ?? [];
    return makeToken({
      name: name.trim(),
      subject,
      audiences: [audience],
      scopes: writes.value ? [read, write] : [read],
      ...(end && { expiresAt: `${end}T23:59:59Z` }),
    });
  };
  return (
    <form
      class="form"
      aria-label={t("New token")}
      onSubmit={(event) => {
        event.preventDefault();
        run(send, ({ token }) => made(token));
      }}
    >
      <TokenInputs people={people} draft={draft} faults={fault.value?.violations} />
      <label class="tick">
        <input
          type="checkbox"
          checked={writes.value}
          onChange={(event) => (writes.value = event.currentTarget.checked)}
        />
        {t("May also write")}
      </label>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Make the token")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
