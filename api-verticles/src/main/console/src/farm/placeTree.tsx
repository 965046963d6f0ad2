import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { flat, type Node, wayTo } from "./forest";

/** So many lines are drawn; the filter finds the others. */
const MAX_LINES = 300;

interface Line {
  node: Node;
  level: number;
  open: boolean;
}

const lines = (nodes: Node[], opened: Set<string>, level = 1): Line[] =>
  nodes.flatMap((node) => {
    const open = opened.has(node.place.id);
    return [{ node, level, open }, ...(open ? lines(node.children, opened, level + 1) : [])];
  });

interface Props {
  nodes: Node[];
  chosen: string;
  choose: (id: string) => void;
}

/** Fields and their regions, by the keyboard rules of a tree. */
export function PlaceTree({ nodes, chosen, choose }: Props) {
  const opened = useSignal(new Set<string>());
  const wanted = useSignal("");
  const focused = useSignal("");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const above = wayTo(nodes, chosen).slice(0, -1);
    if (above.length > 0) opened.value = new Set([...opened.value, ...above.map((node) => node.place.id)]);
  }, [nodes, chosen]);

  const shown = useMemo(() => {
    const text = wanted.value.toLocaleLowerCase();
    if (!text) return lines(nodes, opened.value);
    const hits = flat(nodes).filter((node) => node.place.name.toLocaleLowerCase().includes(text));
    return hits.map((node): Line => ({ node, level: 1, open: false }));
  }, [nodes, opened.value, wanted.value]);
  const drawn = shown.slice(0, MAX_LINES);
  const tabStop = [focused.value, chosen].find((id) => drawn.some((line) => line.node.place.id === id)) ?? drawn[0]?.node.place.id;

  const toggle = (id: string, open: boolean) => {
    const next = new Set(opened.value);
    if (open) next.add(id);
    else next.delete(id);
    opened.value = next;
  };
  const focus = (index: number) => {
    const line = drawn[Math.min(drawn.length - 1, Math.max(0, index))];
    if (!line) return;
    focused.value = line.node.place.id;
    list.current?.querySelector<HTMLElement>(`[data-id="${line.node.place.id}"]`)?.focus();
  };
  const key = (event: KeyboardEvent, index: number) => {
    const line = drawn[index];
    if (!line) return;
    const { node, level, open } = line;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(drawn.length - 1),
      Enter: () => choose(node.place.id),
      " ": () => choose(node.place.id),
      ArrowRight: () => (node.children.length > 0 && !open ? toggle(node.place.id, true) : focus(index + 1)),
      ArrowLeft: () =>
        open ? toggle(node.place.id, false) : focus(drawn.findLastIndex((one, at) => at < index && one.level < level)),
    };
    const move = moves[event.key];
    if (!move || (event.key === "ArrowLeft" && !open && level === 1)) return;
    event.preventDefault();
    move();
  };
  return (
    <>
      <input
        class="find"
        type="search"
        placeholder="Find a field or region"
        aria-label="Find a field or region"
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      {drawn.length === 0 && <p class="hint">Nothing of that name.</p>}
      <ul class="tree" role="tree" aria-label="Fields and regions" ref={list}>
        {drawn.map(({ node, level, open }, index) => (
          <li
            key={node.place.id}
            role="treeitem"
            data-id={node.place.id}
            aria-level={level}
            aria-selected={node.place.id === chosen}
            {...(node.children.length > 0 ? { "aria-expanded": open } : {})}
            tabIndex={node.place.id === tabStop ? 0 : -1}
            class={`level${Math.min(level, 8)}`}
            onClick={() => choose(node.place.id)}
            onKeyDown={(event) => key(event, index)}
          >
            <i
              class={node.children.length > 0 ? (open ? "twig open" : "twig") : "twig none"}
              aria-hidden="true"
              onClick={(event) => {
                if (node.children.length === 0) return;
                event.stopPropagation();
                toggle(node.place.id, !open);
              }}
            />
            <span class="name">{node.place.name}</span>
            <small>{node.note}</small>
          </li>
        ))}
      </ul>
      {shown.length > MAX_LINES && <p class="hint">{shown.length - MAX_LINES} more: type a part of the name.</p>}
    </>
  );
}
