import { expect, test } from "vitest";
import { codeOf } from "./qr";

/** The dark modules of a code as rows of text. */
function rows(text: string): string[] {
  const { size, path } = codeOf(text);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, column, row]) => `${column} ${row}`));
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (dark.has(`${column} ${row}`) ? "#" : ".")).join(""),
  );
}

test("a code has its three finder patterns and grows with its text", () => {
  const code = rows("https://farm.example/console/#page=devices&device=17");
  const pattern = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  const at = (row: number, column: number) => code.slice(row, row + 7).map((line) => line.slice(column, column + 7));
  expect(at(0, 0)).toEqual(pattern);
  expect(at(0, code.length - 7)).toEqual(pattern);
  expect(at(code.length - 7, 0)).toEqual(pattern);
  expect(rows("x")).toHaveLength(21);
  expect(code.length).toBeGreaterThan(21);
});

test("letters beyond ASCII are encoded", () => {
  expect(rows("Škofja Loka")).not.toEqual(rows("?kofja Loka"));
  expect(rows("€".repeat(100)).length).toBeGreaterThan(rows("E".repeat(100)).length);
});
