import { useSignal } from "@preact/signals";
import { recordTypes } from "../farm/farms";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { labelOf } from "../records/labels";
import { ObjectInputs } from "../records/schemaInput";
import { attributesOf, type Collection, EntityForm, type Values } from "../tasks/entityForm";
import { referencesOf } from "../tasks/taskForm";
import { farmWork, products } from "../tasks/work";
import { t } from "../texts/texts";
import { sendAgain } from "./outbox";
import type { Entry } from "./store";

/** The forms of collections whose changes wait in an outbox. */
const FORMS: Record<string, Collection> = {
  tasks: "Task",
  activities: "Activity",
  "input-outputs": "InputOutput",
  "activity-resources": "ActivityResource",
};
const RECORDS = "data";

const collectionOf = ({ operation }: Entry) => operation?.path.split("/")[1] ?? "";
const bodyOf = ({ operation }: Entry): Values => operation?.body ?? {};

/** The attributes of a form that a change has: all of a new record, of a patch those that it changes. */
function attributesIn(entry: Entry): string[] {
  const form = FORMS[collectionOf(entry)];
  if (!form) return [];
  return attributesOf(form).filter((name) => entry.operation?.method === "PUT" || name in bodyOf(entry));
}

/** Whether a person can fill in other values; a step to another state has none. */
export const isEditable = (entry: Entry): boolean =>
  entry.operation?.method !== "DELETE" &&
  (attributesIn(entry).length > 0 || (collectionOf(entry) === RECORDS && "payload" in bodyOf(entry)));

interface Props {
  entry: Entry;
  close: () => void;
}

/** A refused change as a form; saving sends it again. */
export const ChangeForm = (props: Props) =>
  collectionOf(props.entry) === RECORDS ? <RecordChange {...props} /> : <EntityChange {...props} />;

const withoutNulls = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function EntityChange({ entry, close }: Props) {
  const loaded = useLoading(
    (signal) => Promise.all([farmWork(entry.farm, signal), products(signal).catch(() => [])]),
    [entry.farm],
  );
  const form = FORMS[collectionOf(entry)]!;
  const shown = attributesIn(entry);
  const save = (values: Values) => {
    const named = Object.fromEntries(shown.map((name) => [name, values[name] ?? null]));
    const body = { ...bodyOf(entry), ...named };
    return sendAgain(entry, entry.operation?.method === "PUT" ? withoutNulls(body) : body);
  };
  return (
    <Loaded of={loaded} what={entry.text}>
      {([work, all]) => (
        <EntityForm
          collection={form}
          title={entry.text}
          values={withoutNulls(bodyOf(entry))}
          references={{ ...referencesOf(work), productId: all.map(({ id, name }) => [id, name] as const) }}
          without={attributesOf(form).filter((name) => !shown.includes(name))}
          faults={entry.violations}
          save={save}
          saved={close}
          close={close}
        />
      )}
    </Loaded>
  );
}

/** The payload of a record by the schema of its type. */
function RecordChange({ entry, close }: Props) {
  const body = bodyOf(entry);
  const payload = useSignal(body["payload"] as Values);
  const types = useLoading(recordTypes, []);
  return (
    <Loaded of={types} what={entry.text}>
      {(all) => {
        const type = all.find((one) => one.dataTypeId === body["dataTypeId"] || one.type === entry.shown?.["type"]);
        return (
          <form
            class="record-form"
            aria-label={entry.text}
            onSubmit={(event) => {
              event.preventDefault();
              void sendAgain(entry, { ...body, payload: payload.value }).then(close);
            }}
          >
            <strong>{type ? labelOf(type.type) : entry.text}</strong>
            {type && (
              <ObjectInputs
                schema={type.payloadSchema}
                values={withoutNulls(payload.value)}
                change={(next) => (payload.value = next)}
                faults={entry.violations ?? []}
                pointer="/payload"
              />
            )}
            <div class="buttons">
              <button class="strong">{t("Save")}</button>
              <button type="button" class="plain" onClick={close}>
                {t("Cancel")}
              </button>
            </div>
          </form>
        );
      }}
    </Loaded>
  );
}
