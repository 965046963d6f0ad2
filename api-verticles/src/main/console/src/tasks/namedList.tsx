import { useSignal } from "@preact/signals";
import { Confirm } from "../parts/confirm";
import { Opened } from "../parts/opened";
import { Card } from "../parts/sheet";
import type { References } from "../records/schemaInput";
import { may } from "../rights";
import { t } from "../texts/texts";
import { attributesOf, type Collection, EntityForm, type Values } from "./entityForm";
import { addNamed, changeNamed, deleteNamed, type Named, named, type NamedPath, patchBetween } from "./work";

/** A collection of the farm API whose records people know by their names. */
export interface NamedCollection<T extends Named> {
  path: NamedPath;
  /** in the names of permissions */
  right: string;
  form: Collection;
  title: string;
  add: string;
  adding: string;
  empty: string;
  /** attributes that a new record gets */
  owner: Values;
  references?: References;
  /** says more of a record, below its name */
  hint: (one: T) => string;
}

interface Props<T extends Named> {
  farm: string;
  of: NamedCollection<T>;
  all: T[];
  changed: () => void;
}

const NEW = "new";

/** A list to which records are added, and whose records are changed and removed. */
export function NamedList<T extends Named>({ farm, of, all, changed }: Props<T>) {
  /** the record whose form is open */
  const open = useSignal("");
  const names = attributesOf(of.form);
  const form = (title: string, values: Values, save: (values: Values) => Promise<unknown>, again?: () => void) => (
    <EntityForm
      collection={of.form}
      title={title}
      values={values}
      references={of.references}
      save={save}
      saved={() => {
        open.value = "";
        changed();
      }}
      close={() => {
        open.value = "";
        if (again) changed(); // the list may be older than what was opened
      }}
      newest={again}
    />
  );
  const edit = (one: T) => (
    <Opened load={(signal) => named(of.path, one, signal)} what={one.name}>
      {({ record, version }, again) => {
        const known = record as unknown as Values;
        const before = Object.fromEntries(names.filter((name) => name in known).map((name) => [name, known[name]]));
        const save = (values: Values) =>
          changeNamed(farm, of.path, record, patchBetween(before, values, names), version);
        return form(record.name, before, save, again);
      }}
    </Opened>
  );
  const tools = may(`${of.right}:create`, farm) && open.value !== NEW && (
    <button class="strong" onClick={() => (open.value = NEW)}>
      {of.add}
    </button>
  );
  return (
    <Card title={of.title} tools={tools}>
      {open.value === NEW && form(of.adding, {}, (values) => addNamed(farm, of.path, { ...of.owner, ...values }))}
      {all.length === 0 && <p class="hint">{of.empty}</p>}
      <ul class="rows">
        {all.map((one) => (
          <li key={one.id}>
            {open.value === one.id ? (
              edit(one)
            ) : (
              <Row farm={farm} of={of} one={one} edit={() => (open.value = one.id)} changed={changed} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps<T extends Named> {
  farm: string;
  of: NamedCollection<T>;
  one: T;
  edit: () => void;
  changed: () => void;
}

/** A record with what the person may do with it. */
function Row<T extends Named>({ farm, of, one, edit, changed }: RowProps<T>) {
  const { name } = one;
  return (
    <>
      <div>
        <strong>{name}</strong>
        <p class="hint">{of.hint(one)}</p>
      </div>
      {may(`${of.right}:update`, farm) && (
        <button class="plain" aria-label={t("Edit {name}", { name })} onClick={edit}>
          {t("Edit")}
        </button>
      )}
      {may(`${of.right}:delete`, farm) && (
        <Confirm
          label={t("Remove")}
          sure={t("Remove it")}
          name={t("Remove {name}", { name })}
          change={() => deleteNamed(farm, of.path, one)}
          done={changed}
        />
      )}
    </>
  );
}
