import jsQR from "jsqr";
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

/** Pixels of a module, and light modules around the code, in a picture of it. */
const SCALE = 3;
const QUIET = 4;

/** What a reader by other authors finds in a picture of the code. */
function read(text: string): string | undefined {
  const code = rows(text);
  const side = (code.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (code[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET] === "#") {
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
      }
    }
  }
  return jsQR(pixels, side, side)?.data;
}

test.each([
  "x",
  "https://farm.example/console/#page=devices&device=17",
  "https://farm.example:8443/console/#page=devices&device=9223372036854775807",
  "Škofja Loka, 47° N, 15 €",
  `https://farm.example/${"long".repeat(60)}`,
])("a reader finds the text in its code: %s", (text) => {
  expect(read(text)).toBe(text);
});

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
