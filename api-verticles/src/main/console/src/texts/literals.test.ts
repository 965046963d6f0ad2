import ts from "typescript";
import { expect, test } from "vitest";

const files = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
/** Attributes that people read or hear; the title of a component is a key of the catalogues. */
const READ = ["aria-label", "placeholder", "what", "label", "alt", "text", "ask"];
const WORD = /\p{L}{2}/u;

/** The English texts in the elements of a file that are no keys of the catalogues. */
function literals([name, content]: [string, string]): string[] {
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (text: string) => {
    if (WORD.test(text)) found.push(`${name}: ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) add(node.text);
    if (ts.isJsxAttribute(node) && READ.includes(node.name.getText()) && node.initializer)
      if (ts.isStringLiteral(node.initializer)) add(node.initializer.text);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

test("every text of an element has a translation", { timeout: 60_000 }, () => {
  const all = Object.entries(files);
  expect(all.length).toBeGreaterThan(60);
  expect(all.flatMap(literals)).toEqual([]);
});
