import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Collection } from "../api/bodies";
import { collections, isVector } from "../api/cubes";
import { Fault } from "../fault";
import "../form.css";
import { type Loading, useLoading } from "../loading";
import { after, collection, filter, item, layer, part, search, sort, view } from "./choices";
import { CollectionForm } from "./collectionForm";
import { CollectionView } from "./collectionView";
import "./data.css";
import { t } from "../texts/texts";
import { mayAnywhere } from "../rights";

/** Opens a collection and resets the choices of the one before. */
function open(id: string): void {
  if (id === collection.value) return;
  for (const choice of [part, filter, sort, after, item, layer, view]) choice.value = "";
  collection.value = id;
}

const fits = (one: Collection, words: string[]) => {
  const text = [one.id, one.title, one.description, ...(one.keywords ?? [])].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The list of collections and the chosen one. */
export function DataPage() {
  const all = useLoading((signal) => collections(signal), []);
  const adding = useSignal(false);
  const chosen = all.value.value?.find((one) => one.id === collection.value);
  const created = (next: Collection) => {
    adding.value = false;
    all.value.value = [...(all.value.value ?? []), next];
    open(next.id);
    all.again();
  };
  const missing = collection.value && all.value.value && !chosen && !adding.value;
  return (
    <div class={`data ${chosen || adding.value || missing ? "with-content" : ""}`}>
      <h1 class="unseen">{t("Data")}</h1>
      <Collections
        all={all}
        adding={adding.value}
        add={() => (adding.value = true)}
        choose={(id) => ((adding.value = false), open(id))}
      />
      <section class="content" aria-label={adding.value ? t("New collection") : (chosen?.title ?? t("Collection"))}>
        {(chosen || adding.value || missing) && (
          <button class="plain back" onClick={() => ((adding.value = false), open(""))}>
            {t("‹ Collections")}
          </button>
        )}
        {adding.value && (
          <CollectionForm others={all.value.value ?? []} done={created} close={() => (adding.value = false)} />
        )}
        {!adding.value && chosen && <CollectionView key={chosen.id} of={chosen} changed={all.again} />}
        {missing && (
          <p class="hint">
            {t("There is no collection “{name}”, or you may not read it.", { name: collection.value })}
          </p>
        )}
        {!chosen && !adding.value && !missing && all.value.value && all.value.value.length > 0 && (
          <p class="hint">{t("Choose a collection.")}</p>
        )}
      </section>
    </div>
  );
}

interface CollectionsProps {
  all: Loading<Collection[]>;
  adding: boolean;
  add: () => void;
  choose: (id: string) => void;
}

function Collections({ all, adding, add, choose }: CollectionsProps) {
  const found = all.value.value;
  const shown = useMemo(() => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return found?.filter((one) => fits(one, words));
  }, [found, search.value]);
  return (
    <section class="list card" aria-label={t("Collections")}>
      <header>
        <h2>{t("Collections")}</h2>
        {mayAnywhere("data:create") && (
          <button class="plain" aria-pressed={adding} onClick={add}>
            {t("New")}
          </button>
        )}
      </header>
      {found && found.length > 0 && (
        <input
          class="find"
          type="search"
          placeholder={t("Search")}
          aria-label={t("Search collections")}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      )}
      {all.fault.value && <Fault fault={all.fault.value} retry={all.again} />}
      {!found && !all.fault.value && <div class="skeleton" role="status" aria-label={t("Loading the collections")} />}
      {found?.length === 0 && (
        <p class="hint">
          {mayAnywhere("data:create")
            ? t("You have no collection yet. Create one with “New”, or ask for access to a farm.")
            : t("You have no collection yet. Ask for access to a farm.")}
        </p>
      )}
      {shown?.length === 0 && found && found.length > 0 && (
        <p class="hint" role="status">
          {t("No collection contains these words.")}
        </p>
      )}
      <ul class="collections">
        {shown?.map((one) => (
          <li key={one.id}>
            <button aria-pressed={one.id === collection.value && !adding} onClick={() => choose(one.id)}>
              <strong>{one.title ?? one.id}</strong>
              <small>
                {isVector(one) ? t("Features") : t("Layers")} · {one.id}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
