import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLoading } from "../loading";
import { type Found, matching, places, positionIn } from "./found";
import "./search.css";
import { t, type Text } from "../texts/texts";

interface Props {
  /** the fields, which the page has loaded */
  fields: Found[];
  choose: (found: Found) => void;
}

const KINDS: Record<Found["kind"], Text> = { field: "Field", region: "Region", site: "Site", sensor: "Sensor" };

/** Finds fields, regions, sites and sensors by their names, and positions by their coordinates. */
export function SearchBox({ fields, choose }: Props) {
  const text = useSignal("");
  const wanted = useSignal(false);
  const at = useSignal(0);
  const others = useLoading((signal) => (wanted.value ? places(signal) : undefined), [wanted.value]);
  const found = useMemo(() => {
    const position = positionIn(text.value);
    return [...(position ? [position] : []), ...matching([...fields, ...(others.value.value ?? [])], text.value)];
  }, [text.value, fields, others.value.value]);
  const take = (one: Found | undefined) => {
    if (!one) return;
    text.value = "";
    choose(one);
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
        }}
        onKeyDown={key}
      />
      <Results found={found} at={at.value} open={open} take={take} />
      {asked && found.length === 0 && (
        <p class="hint" role="status">
          {wanted.value && !others.value.value ? t("Searching …") : t("Nothing has this name.")}
        </p>
      )}
    </div>
  );
}

interface ResultsProps {
  found: Found[];
  at: number;
  open: boolean;
  take: (found: Found) => void;
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
