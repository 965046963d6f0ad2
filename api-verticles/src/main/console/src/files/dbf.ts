// The attribute table of a shapefile (dBASE III).

const FIELD_LENGTH = 32;
const END_OF_FIELDS = 0x0d;
const DELETED = 0x2a;

interface Column {
  name: string;
  type: string;
  length: number;
  at: number;
}

/** The encoding of the file .cpg: a name of an encoding, or the number of a code page. */
function decoderFor(encoding: string): TextDecoder {
  const name = /^\d{3,5}$/.test(encoding) ? (encoding === "65001" ? "utf-8" : `windows-${encoding}`) : encoding;
  try {
    return new TextDecoder(name || "utf-8", { fatal: !name });
  } catch {
    return new TextDecoder("windows-1252");
  }
}

/** The rows in the order of the shapes. */
export function readDbf(bytes: Uint8Array, encoding: string): Record<string, unknown>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, start, length] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  const decoder = decoderFor(encoding);
  const text = (from: number, size: number): string => {
    const part = bytes.subarray(from, from + size);
    try {
      return decoder.decode(part);
    } catch {
      return new TextDecoder("windows-1252").decode(part); // not UTF-8, and no .cpg says what it is
    }
  };
  const columns = columnsOf(bytes, text);
  const rows: Record<string, unknown>[] = [];
  for (let i = 0; i < count && start + (i + 1) * length <= bytes.length + 1; i++) {
    const row = start + i * length;
    const values = columns.map(({ name, type, length: size, at }): [string, unknown] => [
      name,
      valueOf(type, text(row + at, size)),
    ]);
    rows.push(bytes[row] === DELETED ? {} : Object.fromEntries(values));
  }
  return rows;
}

function columnsOf(bytes: Uint8Array, text: (from: number, size: number) => string): Column[] {
  const columns: Column[] = [];
  let at = 1; // behind the mark of deletion
  for (let i = FIELD_LENGTH; bytes[i] !== END_OF_FIELDS && i + FIELD_LENGTH <= bytes.length; i += FIELD_LENGTH) {
    const length = bytes[i + 16] ?? 0;
    const name = text(i, 11).replace(/\0.*$/s, "");
    columns.push({ name, type: String.fromCharCode(bytes[i + 11] ?? 0), length, at });
    at += length;
  }
  return columns;
}

function valueOf(type: string, raw: string): unknown {
  const value = raw.replace(/\0/g, "").trim();
  if (value === "") return undefined;
  if (type === "N" || type === "F") return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (type === "L") return /^[TtYy]/.test(value);
  return value;
}

const MAX_TEXT = 254;

/** A dBASE table of texts and numbers in UTF-8; names of columns have ten characters at most. */
export function writeDbf(rows: Record<string, string | number>[]): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const encoder = new TextEncoder();
  const cell = (value: string | number | undefined) =>
    clipped(encoder.encode(value === undefined ? "" : String(value)));
  const columns = names.map((name) => {
    const numeric = rows.every((row) => row[name] === undefined || typeof row[name] === "number");
    return { name, numeric, length: Math.max(1, ...rows.map((row) => cell(row[name]).length)) };
  });
  const width = 1 + columns.reduce((sum, { length }) => sum + length, 0);
  const start = FIELD_LENGTH + columns.length * FIELD_LENGTH + 1;
  const bytes = new Uint8Array(start + rows.length * width + 1).fill(0x20, start);
  const view = new DataView(bytes.buffer);
  bytes.set([3, 126, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, width, true);
  columns.forEach(({ name, numeric, length }, i) => {
    const at = FIELD_LENGTH * (i + 1);
    bytes.set(encoder.encode(name).subarray(0, 10), at);
    bytes[at + 11] = (numeric ? "N" : "C").charCodeAt(0);
    bytes[at + 16] = length;
    if (numeric) bytes[at + 17] = Math.max(0, ...rows.map((row) => decimals(row[name])));
  });
  bytes[start - 1] = END_OF_FIELDS;
  rows.forEach((row, i) => {
    let at = start + i * width + 1;
    for (const { name, numeric, length } of columns) {
      const value = cell(row[name]);
      bytes.set(value, numeric ? at + length - value.length : at);
      at += length;
    }
  });
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}

const decimals = (value: string | number | undefined) => String(value ?? "").split(".")[1]?.length ?? 0;

/** At most so many bytes, and no half character at the end. */
function clipped(bytes: Uint8Array): Uint8Array {
  let end = Math.min(bytes.length, MAX_TEXT);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
