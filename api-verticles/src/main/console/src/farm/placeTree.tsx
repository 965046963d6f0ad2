import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type Node, wayTo } from "./placeNodes";
import { type Line, linesOf, targetOf } from "./treeLines";
import { t } from "../texts/texts";

/** So many lines are drawn; the filter finds the others. */
const MAX_LINES = 300;
const MAX_LEVEL = 8;

interface Props {
  nodes: Node[];
  chosen: string;
  choose: (id: string) => void;
}

/** Fields and their regions, with the keyboard rules of a tree. */
export function PlaceTree({ nodes, chosen, choose }: Props) {
  const opened = useSignal(new Set<string>());
  const filter = useSignal("");
  const focused = useSignal("");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const above = wayTo(nodes, chosen).slice(0, -1);
    if (above.length > 0) opened.value = new Set([...opened.value, ...above.map((node) => node.place.id)]);
  }, [nodes, chosen]);

  const shown = useMemo(() => linesOf(nodes, opened.value, filter.value), [nodes, opened.value, filter.value]);
  const drawn = shown.slice(0, MAX_LINES);
  const isDrawn = (id: string) => drawn.some((line) => line.node.place.id === id);
  const tabStop = [focused.value, chosen].find(isDrawn) ?? drawn[0]?.node.place.id;
  const toggle = (id: string, open: boolean) => {
    const next = new Set(opened.value);
    if (open) next.add(id);
    else next.delete(id);
    opened.value = next;
  };
  const key = (event: KeyboardEvent, index: number) => {
    const target = targetOf(event.key, drawn, index);
    if (!target) return;
    event.preventDefault();
    if ("choose" in target) choose(target.choose);
    else if ("toggle" in target) toggle(target.toggle, target.open);
    else {
      focused.value = target.focus;
      list.current?.querySelector<HTMLElement>(`[data-id="${target.focus}"]`)?.focus();
    }
  };
  return (
    <>
      <input
        class="find"
        type="search"
        placeholder={t("Find a field or region")}
        aria-label={t("Find a field or region")}
        value={filter.value}
        onInput={(event) => (filter.value = event.currentTarget.value)}
      />
      {drawn.length === 0 && <p class="hint">{t("No place has this name.")}</p>}
      <ul class="tree" role="tree" aria-label={t("Fields and regions")} ref={list}>
        {drawn.map((line, index) => (
          <TreeItem
            key={line.node.place.id}
            line={line}
            chosen={line.node.place.id === chosen}
            tabStop={line.node.place.id === tabStop}
            choose={() => choose(line.node.place.id)}
            toggle={() => toggle(line.node.place.id, !line.open)}
            onKeyDown={(event) => key(event, index)}
          />
        ))}
      </ul>
      {shown.length > MAX_LINES && (
        <p class="hint">{t("{n} more: type a part of the name.", { n: shown.length - MAX_LINES })}</p>
      )}
    </>
  );
}

interface ItemProps {
  line: Line;
  chosen: boolean;
  /** whether the Tab key reaches it */
  tabStop: boolean;
  choose: () => void;
  toggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TreeItem({ line: { node, level, open }, chosen, tabStop, choose, toggle, onKeyDown }: ItemProps) {
  const leaf = node.children.length === 0;
  return (
    <li
      role="treeitem"
      data-id={node.place.id}
      aria-level={level}
      aria-selected={chosen}
      {...(leaf ? {} : { "aria-expanded": open })}
      tabIndex={tabStop ? 0 : -1}
      class={`level${Math.min(level, MAX_LEVEL)}`}
      onClick={choose}
      onKeyDown={onKeyDown}
    >
      <i
        class={leaf ? "twig none" : open ? "twig open" : "twig"}
        aria-hidden="true"
        onClick={(event) => {
          if (leaf) return;
          event.stopPropagation();
          toggle();
        }}
      />
      <span class="name">{node.place.name}</span>
      <small>{node.note}</small>
    </li>
  );
}
