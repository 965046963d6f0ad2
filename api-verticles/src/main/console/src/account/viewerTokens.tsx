import { type Signal, useSignal } from "@preact/signals";
import { unwrap, type Violation } from "glebe-client";
import type { Collection, ViewerToken } from "../api/bodies";
import { glebe } from "../api/client";
import { collections } from "../api/cubes";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { SecretOnce } from "../parts/secretOnce";
import { Card } from "../parts/sheet";
import { t } from "../texts/texts";
import { timeFormat } from "../words";

const TOKENS = "/api/v2/tokens/tiles";

const load = async (signal: AbortSignal) => {
  const [tokens, all] = await Promise.all([glebe.GET(TOKENS, { signal }).then(unwrap), collections(signal)]);
  return { tokens: tokens.items, all };
};

/** The address of a collection's tiles for programs that show maps. */
const tilesOf = (collection: string, token: string) =>
  `${location.origin}/api/v2/collections/${encodeURIComponent(collection)}/tiles/WebMercatorQuad/{z}/{x}/{y}?access_token=${token}`;

interface Made {
  token: string;
  collections: string[];
}

/** Tokens with which map viewers such as QGIS and Leaflet show pictures of collections; a new one is shown once. */
export function ViewerTokens() {
  const adding = useSignal(false);
  const made = useSignal<Made | undefined>(undefined);
  const loaded = useLoading(load, []);
  const tools = !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("New token for map viewers")}
    </button>
  );
  return (
    <>
      {made.value && (
        <SecretOnce
          title={t("The new token")}
          lines={[
            [t("Token"), made.value.token],
            ...made.value.collections.map((id): [string, string] => [
              t("Tiles of {name}", { name: id }),
              tilesOf(id, made.value?.token ?? ""),
            ]),
          ]}
          close={() => (made.value = undefined)}
        />
      )}
      <Card title={t("Tokens for map viewers")} tools={tools}>
        <p class="hint">{t("Who has such a token sees pictures of the chosen collections, and nothing else.")}</p>
        <Loaded of={loaded} what={t("Tokens for map viewers")}>
          {({ tokens, all }) => (
            <>
              {adding.value && (
                <OrderForm
                  all={all}
                  made={(one) => {
                    adding.value = false;
                    made.value = one;
                    loaded.again();
                  }}
                  close={() => (adding.value = false)}
                />
              )}
              {tokens.length === 0 && <p class="hint">{t("No token yet.")}</p>}
              <ul class="rows viewer-tokens">
                {tokens.map((token) => (
                  <Row key={token.id} token={token} ended={loaded.again} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

/** One token; ending it takes two clicks. */
function Row({ token, ended }: { token: ViewerToken; ended: () => void }) {
  const { id, name, collections: shown, expiresAt } = token;
  const end = () => glebe.DELETE(`${TOKENS}/{tokenId}`, { params: { path: { tokenId: id } } }).then(unwrap);
  const until = t("until {day}", { day: timeFormat(undefined).format(new Date(expiresAt)) });
  return (
    <li>
      <div>
        <strong>{name || shown.join(", ")}</strong>
        <p class="hint">{[shown.join(", "), until].join(" · ")}</p>
      </div>
      <Confirm label={t("End")} sure={t("End it now")} name={t("End {name}", { name })} change={end} done={ended} />
    </li>
  );
}

interface Draft {
  name: string;
  /** the last day; empty for the longest validity */
  end: string;
  collections: string[];
}

interface FormProps {
  all: Collection[];
  made: (one: Made) => void;
  close: () => void;
}

function OrderForm({ all, made, close }: FormProps) {
  const draft = useSignal<Draft>({ name: "", end: "", collections: [] });
  const { busy, fault, run } = useAction();
  const send = () => {
    const { name, end, collections: chosen } = draft.value;
    const body = { name: name.trim(), collections: chosen, ...(end && { expiresAt: `${end}T23:59:59Z` }) };
    return glebe.POST(TOKENS, { body }).then(unwrap);
  };
  return (
    <form
      class="form"
      aria-label={t("New token for map viewers")}
      onSubmit={(event) => {
        event.preventDefault();
        run(send, made);
      }}
    >
      <Inputs all={all} draft={draft} faults={fault.value?.violations} />
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value || draft.value.collections.length === 0}>
          {t("Make the token")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

interface InputsProps {
  all: Collection[];
  draft: Signal<Draft>;
  faults: Violation[] | undefined;
}

function Inputs({ all, draft, faults }: InputsProps) {
  const { name, end, collections: chosen } = draft.value;
  const set = (member: "name" | "end") => (text: string) => (draft.value = { ...draft.value, [member]: text });
  const choose = (id: string, wanted: boolean) =>
    (draft.value = {
      ...draft.value,
      collections: wanted ? [...chosen, id] : chosen.filter((one) => one !== id),
    });
  return (
    <>
      <div class="pair">
        <TextField label={t("Name")} needed max={100} at="/name" faults={faults} value={name} change={set("name")} />
        <TextField label={t("To")} type="date" at="/expiresAt" faults={faults} value={end} change={set("end")} />
      </div>
      <fieldset>
        <legend>{t("Collections")}</legend>
        {all.map(({ id, title }) => (
          <label class="tick" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
            {title || id}
          </label>
        ))}
      </fieldset>
    </>
  );
}
