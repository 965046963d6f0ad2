import { UnreadableFile } from "./layers";
import { t } from "../texts/texts";

// Reads the tables of an SQLite file: what a GeoPackage needs, without indexes, queries and a WebAssembly module.

export type Cell = number | string | Uint8Array | null;

interface TableInfo {
  name: string;
  root: number;
  columns: string[];
  /** the column that repeats the row's id */
  id: number;
}

const MAGIC = "SQLite format 3\0";
const FILE_HEADER = 100;
const LEAF = 0x0d;
const INTERIOR = 0x05;
const MAX_DEPTH = 40;
const BROKEN = t("The database in the file is broken.");

export const isSqlite = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, MAGIC.length)) === MAGIC;

/** The tables of a database file. Throws {@link UnreadableFile} where the file breaks off. */
export class Sqlite {
  private readonly view: DataView;
  private readonly pageSize: number;
  private readonly usable: number;
  private readonly decoder: TextDecoder;
  private readonly tables: Map<string, TableInfo>;

  constructor(private readonly bytes: Uint8Array) {
    if (!isSqlite(bytes) || bytes.length < FILE_HEADER) throw new UnreadableFile(t("The file is no GeoPackage."));
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.view.getUint16(16);
    this.pageSize = size === 1 ? 65536 : size;
    this.usable = this.pageSize - bytes[20]!;
    if (this.pageSize < 512 || this.usable < 480) throw new UnreadableFile(BROKEN);
    this.decoder = new TextDecoder({ 2: "utf-16le", 3: "utf-16be" }[this.view.getUint32(56)] ?? "utf-8");
    this.tables = new Map(this.schema().map((table) => [table.name.toLowerCase(), table]));
  }

  private schema(): TableInfo[] {
    const tables: TableInfo[] = [];
    for (const [, [type, name, , root, sql]] of this.cells(1))
      if (type === "table" && typeof name === "string" && typeof root === "number" && typeof sql === "string")
        tables.push({ name, root, ...columnsOf(sql) });
    return tables;
  }

  has(table: string): boolean {
    return this.tables.has(table.toLowerCase());
  }

  /** The rows of a table, by names of columns in lower case. */
  *rows(name: string): Generator<Record<string, Cell>> {
    const table = this.tables.get(name.toLowerCase());
    if (!table) throw new UnreadableFile(t("The file has no table {name}.", { name }));
    for (const [id, values] of this.cells(table.root))
      yield Object.fromEntries(
        table.columns.map((column, i) => [column, i === table.id && values[i] === null ? id : (values[i] ?? null)]),
      );
  }

  private *cells(page: number, depth = 0): Generator<[number, Cell[]]> {
    const start = (page - 1) * this.pageSize;
    const head = start + (page === 1 ? FILE_HEADER : 0);
    if (page < 1 || depth > MAX_DEPTH || start + this.pageSize > this.bytes.length) throw new UnreadableFile(BROKEN);
    const type = this.bytes[head];
    if (type !== LEAF && type !== INTERIOR) throw new UnreadableFile(BROKEN);
    const count = this.view.getUint16(head + 3);
    const pointers = head + (type === LEAF ? 8 : 12);
    if (pointers + count * 2 > start + this.pageSize) throw new UnreadableFile(BROKEN);
    for (let i = 0; i < count; i++) {
      const at = start + this.view.getUint16(pointers + i * 2);
      if (type === LEAF) yield this.row(at);
      else yield* this.cells(this.word(at), depth + 1);
    }
    if (type === INTERIOR) yield* this.cells(this.word(head + 8), depth + 1);
  }

  private word(at: number): number {
    if (at + 4 > this.bytes.length) throw new UnreadableFile(BROKEN);
    return this.view.getUint32(at);
  }

  private row(at: number): [number, Cell[]] {
    const [length, behindLength] = varint(this.bytes, at);
    const [id, start] = varint(this.bytes, behindLength);
    return [id, this.values(this.payload(start, length))];
  }

  /** The content of a row; what has no room in its page is in a chain of others. */
  private payload(start: number, length: number): Uint8Array {
    if (length > this.bytes.length) throw new UnreadableFile(BROKEN);
    const most = this.usable - 35;
    if (length <= most) return this.bytes.subarray(start, start + length);
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (this.usable - 4));
    const local = fitting <= most ? fitting : least;
    const whole = new Uint8Array(length);
    whole.set(this.bytes.subarray(start, start + local));
    let done = local;
    let page = this.word(start + local);
    while (done < length) {
      const at = (page - 1) * this.pageSize;
      if (page < 1 || at + this.pageSize > this.bytes.length) throw new UnreadableFile(BROKEN);
      const part = this.bytes.subarray(at + 4, at + 4 + Math.min(this.usable - 4, length - done));
      whole.set(part, done);
      done += part.length;
      page = this.word(at);
    }
    return whole;
  }

  private values(payload: Uint8Array): Cell[] {
    const [headerLength, first] = varint(payload, 0);
    const cells: Cell[] = [];
    let at = headerLength;
    for (let i = first; i < headerLength;) {
      const [type, next] = varint(payload, i);
      const size = sizeOf(type);
      if (at + size > payload.length) throw new UnreadableFile(BROKEN);
      cells.push(this.value(type, payload.subarray(at, at + size)));
      at += size;
      i = next;
    }
    return cells;
  }

  private value(type: number, part: Uint8Array): Cell {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type >= 12) return type % 2 === 0 ? part : this.decoder.decode(part);
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    if (type === 7) return view.getFloat64(0);
    return part.reduce((sum, byte, i) => (i === 0 ? view.getInt8(0) : sum * 256 + byte), 0);
  }
}

const sizeOf = (type: number): number =>
  type >= 12 ? Math.floor((type - 12) / 2) : ([0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0);

/** A number of one to nine bytes, and the place behind it. */
function varint(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new UnreadableFile(BROKEN);
    if (i === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [value, at + 9];
}

const CONSTRAINT = /^(constraint|primary|unique|check|foreign)\b/i;

/** The columns of a CREATE TABLE statement. */
export function columnsOf(sql: string): Pick<TableInfo, "columns" | "id"> {
  const parts = partsOf(sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"))).filter((part) => !CONSTRAINT.test(part));
  return {
    columns: parts.map((part) => {
      const [, quoted, ticked, bracketed, plain = ""] =
        /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|(\S+))/.exec(part) ?? [];
      return (quoted?.replaceAll('""', '"') ?? ticked ?? bracketed ?? plain).toLowerCase();
    }),
    id: parts.findIndex((part) => /\binteger\b[^,]*\bprimary\s+key\b/i.test(part)),
  };
}

/** The parts between commas outside of brackets and quotes, without comments. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [part, depth, quote] = ["", 0, ""];
  for (const char of text.replace(/--[^\n]*|\/\*.*?\*\//gs, " ")) {
    if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'" || char === "`") quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "," && depth === 0 && !quote) {
      parts.push(part.trim());
      part = "";
    } else part += char;
  }
  return [...parts, part.trim()].filter(Boolean);
}
