import { flat, type Node } from "./placeNodes";

// Lines of the tree of places, and the keyboard rules of a tree.

export interface Line {
  node: Node;
  level: number;
  open: boolean;
}

const below = (nodes: Node[], opened: Set<string>, level: number): Line[] =>
  nodes.flatMap((node) => {
    const open = opened.has(node.place.id);
    return [{ node, level, open }, ...(open ? below(node.children, opened, level + 1) : [])];
  });

/** The visible lines: all of the open branches, or every place whose name contains the filter. */
export function linesOf(nodes: Node[], opened: Set<string>, filter: string): Line[] {
  const text = filter.toLocaleLowerCase();
  if (!text) return below(nodes, opened, 1);
  const hits = flat(nodes).filter((node) => node.place.name.toLocaleLowerCase().includes(text));
  return hits.map((node) => ({ node, level: 1, open: false }));
}

/** The effect of a key: a place is focused, chosen, opened or closed. */
export type Target = { focus: string } | { choose: string } | { toggle: string; open: boolean };

/** The effect of a key on a line; nothing when the key has none. */
export function targetOf(key: string, lines: Line[], index: number): Target | undefined {
  const line = lines[index];
  if (!line) return undefined;
  const { node, level, open } = line;
  const id = node.place.id;
  const focus = (at: number): Target => {
    const next = lines[Math.min(lines.length - 1, Math.max(0, at))] ?? line;
    return { focus: next.node.place.id };
  };
  switch (key) {
    case "ArrowDown":
      return focus(index + 1);
    case "ArrowUp":
      return focus(index - 1);
    case "Home":
      return focus(0);
    case "End":
      return focus(lines.length - 1);
    case "Enter":
    case " ":
      return { choose: id };
    case "ArrowRight":
      return node.children.length > 0 && !open ? { toggle: id, open: true } : focus(index + 1);
    case "ArrowLeft":
      if (open) return { toggle: id, open: false };
      return level === 1 ? undefined : focus(lines.findLastIndex((one, at) => at < index && one.level < level));
    default:
      return undefined;
  }
}
