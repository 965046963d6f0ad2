import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLoading } from "../loading";
import { entries, type Entry } from "./entries";
import { type Found, matching, places, positionIn } from "./found";
import "./search.css";
import { t, type Text } from "../texts/texts";

interface Props {
  /** the fields, which the page has loaded */
  fields: Found[];
  choose: (found: Found) => void;
}

const KINDS: Record<(Found | Entry)["kind"], Text> = {
  field: "Field",
  region: "Region",
  site: "Site",
  position: "Coordinates",
  sensor: "Sensor",
  task: "Task",
  activity: "Activity",
  record: "Record",
};

/** Tasks, activities and records are looked for from so many letters on; there are many of them. */
const LETTERS = 3;
const MAX_ENTRIES = 6;

/** What is found so far of a text. */
function useFound(text: string, fields: Found[], wanted: boolean, deep: boolean) {
  const others = useLoading((signal) => (wanted ? places(signal) : undefined), [wanted]);
  const work = useLoading((signal) => (deep ? entries(signal) : undefined), [deep]);
  const isLong = text.trim().length >= LETTERS;
  const found = useMemo((): (Found | Entry)[] => {
    const position = positionIn(text);
    return [
      ...(position ? [position] : []),
      ...matching([...fields, ...(others.value.value ?? [])], text),
      ...(isLong ? matching(work.value.value ?? [], text).slice(0, MAX_ENTRIES) : []),
    ];
  }, [text, fields, others.value.value, work.value.value]);
  return { found, isLoading: (wanted && !others.value.value) || (deep && !work.value.value) };
}

/** Finds places, tasks, activities and records by their names and words, and positions by their coordinates. */
export function SearchBox({ fields, choose }: Props) {
  const text = useSignal("");
  const wanted = useSignal(false);
  const deep = useSignal(false);
  const at = useSignal(0);
  const { found, isLoading } = useFound(text.value, fields, wanted.value, deep.value);
  const take = (one: Found | Entry | undefined) => {
    if (!one) return;
    text.value = "";
    if ("address" in one) location.hash = one.address;
    else choose(one);
  };
  const key = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const by = moves[event.key];
    if (event.key === "Escape") text.value = "";
    else if (event.key === "Enter") take(found[at.value]);
    else if (by && found.length > 0) at.value = (at.value + by + found.length) % found.length;
    else return;
    event.preventDefault();
  };
  const asked = text.value.trim() !== "";
  const open = asked && found.length > 0;
  return (
    <div class="search">
      <input
        type="text"
        role="combobox"
        aria-label={t("Search the map")}
        aria-expanded={open}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={open ? `found-${at.value}` : undefined}
        placeholder={t("Search")}
        value={text.value}
        onFocus={() => (wanted.value = true)}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          at.value = 0;
          if (text.value.trim().length >= LETTERS) deep.value = true;
        }}
        onKeyDown={key}
      />
      <Results found={found} at={at.value} open={open} take={take} />
      {asked && found.length === 0 && (
        <p class="hint" role="status">
          {isLoading ? t("Searching …") : t("Nothing has this name.")}
        </p>
      )}
    </div>
  );
}

interface ResultsProps {
  found: (Found | Entry)[];
  at: number;
  open: boolean;
  take: (found: Found | Entry) => void;
}

function Results({ found, at, open, take }: ResultsProps) {
  return (
    <ul id="search-results" role="listbox" aria-label={t("Found")} hidden={!open}>
      {found.map((one, index) => (
        <li
          key={`${one.kind}${one.id}`}
          id={`found-${index}`}
          role="option"
          aria-selected={index === at}
          onClick={() => take(one)}
        >
          <span>{one.name}</span>
          <small>{t(KINDS[one.kind])}</small>
        </li>
      ))}
    </ul>
  );
}
