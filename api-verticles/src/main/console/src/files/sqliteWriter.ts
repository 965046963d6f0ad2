import type { Cell } from "./sqlite";

// Writes an SQLite file of small tables without secondary indexes other than those of unique keys.

const PAGE = 4096;
const FILE_HEADER = 100;
const LEAF = 0x0d;
const INTERIOR = 0x05;
const INDEX_LEAF = 0x0a;
const MAX_LOCAL = PAGE - 35;
const MIN_LOCAL = Math.floor(((PAGE - 12) * 32) / 255) - 23;

export interface NewTable {
  name: string;
  sql: string;
  /** in the order of ids */
  rows: [id: number, cells: Cell[]][];
  /** columns of each unique key, in the order in which the statement declares them; such a table has one row */
  unique?: number[][];
}

function varint(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

/** A negative id is a 64 bit number in nine bytes. */
const idBytes = (id: number): number[] =>
  id >= 0
    ? varint(id)
    : [
        ...Array.from(
          { length: 8 },
          (_, i) => Number((BigInt.asUintN(64, BigInt(id)) >> BigInt(57 - 7 * i)) & 0x7fn) | 0x80,
        ),
        id & 0xff,
      ];

function encoded(cell: Cell): { type: number; bytes: Uint8Array } {
  if (cell === null) return { type: 0, bytes: new Uint8Array() };
  if (cell instanceof Uint8Array) return { type: 12 + cell.length * 2, bytes: cell };
  if (typeof cell === "string") {
    const bytes = new TextEncoder().encode(cell);
    return { type: 13 + bytes.length * 2, bytes };
  }
  const view = new DataView(new ArrayBuffer(8));
  if (Number.isSafeInteger(cell) && Math.abs(cell) < 2 ** 31) {
    view.setInt32(0, cell);
    return { type: 4, bytes: new Uint8Array(view.buffer, 0, 4) };
  }
  view.setFloat64(0, cell);
  return { type: 7, bytes: new Uint8Array(view.buffer) };
}

function record(cells: Cell[]): Uint8Array {
  const parts = cells.map(encoded);
  const types = parts.flatMap(({ type }) => varint(type));
  const head = types.length + 1 < 128 ? [types.length + 1] : varint(types.length + 2);
  return concat([Uint8Array.from([...head, ...types]), ...parts.map(({ bytes }) => bytes)]);
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The pages of a database; the first one is reserved for the schema. */
class Pages {
  readonly all: Uint8Array[] = [new Uint8Array(PAGE)];

  add(page: Uint8Array): number {
    return this.all.push(page);
  }

  /** The bytes of a row in its page; the rest goes to a chain of pages. */
  cell(id: number, payload: Uint8Array): Uint8Array {
    const head = Uint8Array.from([...varint(payload.length), ...idBytes(id)]);
    if (payload.length <= MAX_LOCAL) return concat([head, payload]);
    const fitting = MIN_LOCAL + ((payload.length - MIN_LOCAL) % (PAGE - 4));
    const local = fitting <= MAX_LOCAL ? fitting : MIN_LOCAL;
    let next = 0;
    const starts: number[] = [];
    for (let at = local; at < payload.length; at += PAGE - 4) starts.push(at);
    for (const at of starts.reverse()) {
      const page = new Uint8Array(PAGE);
      new DataView(page.buffer).setUint32(0, next);
      page.set(payload.subarray(at, at + PAGE - 4), 4);
      next = this.add(page);
    }
    return concat([head, payload.subarray(0, local), word(next)]);
  }

  /** Writes the rows of a table; returns its first page. */
  table(rows: NewTable["rows"]): number {
    let level: { page: number; last: number }[] = [];
    let [cells, room, last] = [[] as Uint8Array[], PAGE - 8, 0];
    const flush = () => level.push({ page: this.add(pageOf(LEAF, cells)), last });
    for (const [id, values] of rows) {
      const cell = this.cell(id, record(values));
      if (cell.length + 2 > room) {
        flush();
        [cells, room] = [[], PAGE - 8];
      }
      cells.push(cell);
      room -= cell.length + 2;
      last = id;
    }
    flush();
    while (level.length > 1) level = this.above(level);
    return level[0]!.page;
  }

  private above(below: { page: number; last: number }[]): { page: number; last: number }[] {
    const fanOut = 200;
    const level = [];
    for (let i = 0; i < below.length; i += fanOut) {
      const part = below.slice(i, i + fanOut);
      const right = part.at(-1)!;
      const cells = part.slice(0, -1).map(({ page, last }) => concat([word(page), Uint8Array.from(idBytes(last))]));
      level.push({ page: this.add(pageOf(INTERIOR, cells, right.page)), last: right.last });
    }
    return level;
  }
}

const word = (value: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
};

/** A page of cells; the first page of the file has the file's header before. */
function pageOf(type: number, cells: Uint8Array[], right?: number, offset = 0): Uint8Array {
  const page = new Uint8Array(PAGE);
  const view = new DataView(page.buffer);
  let end = PAGE;
  const pointers = offset + (right === undefined ? 8 : 12);
  cells.forEach((cell, i) => {
    end -= cell.length;
    page.set(cell, end);
    view.setUint16(pointers + i * 2, end);
  });
  page[offset] = type;
  view.setUint16(offset + 3, cells.length);
  view.setUint16(offset + 5, end);
  if (right !== undefined) view.setUint32(offset + 8, right);
  return page;
}

/** A database file; the application id says what it is. */
export function writeSqlite(tables: NewTable[], application: number, version: number): Uint8Array<ArrayBuffer> {
  const pages = new Pages();
  const schema: Cell[][] = [];
  for (const { name, sql, rows, unique = [] } of tables) {
    schema.push(["table", name, name, pages.table(rows), sql]);
    unique.forEach((columns, i) => {
      const entries = rows.map(([id, cells]) => record([...columns.map((column) => cells[column] ?? null), id]));
      const cells = entries.map((entry) => concat([Uint8Array.from(varint(entry.length)), entry]));
      schema.push(["index", `sqlite_autoindex_${name}_${i + 1}`, name, pages.add(pageOf(INDEX_LEAF, cells)), null]);
    });
  }
  const first = pageOf(
    LEAF,
    schema.map((row, i) => pages.cell(i + 1, record(row))),
    undefined,
    FILE_HEADER,
  );
  first.set(header(pages.all.length, application, version));
  return concat([first, ...pages.all.slice(1)]);
}

function header(pages: number, application: number, version: number): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("SQLite format 3\0"));
  view.setUint16(16, PAGE);
  bytes.set([1, 1, 0, 64, 32, 32], 18);
  view.setUint32(24, 1); // change counter
  view.setUint32(28, pages);
  view.setUint32(40, 1); // schema cookie
  view.setUint32(44, 4); // schema format
  view.setUint32(56, 1); // UTF-8
  view.setUint32(60, version);
  view.setUint32(68, application);
  view.setUint32(92, 1); // the change counter for which the next number is valid
  view.setUint32(96, 3_045_000);
  return bytes;
}
