// Archives (zip): the shapefiles and KMZ files that people drop, and those that they export. The browser packs and unpacks.

export type Files = [path: string, bytes: Uint8Array<ArrayBuffer>][];

/** Of the records of an archive: of the end, of an entry of the directory, and before the bytes of a file. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const END_LENGTH = 22;
/** The number that says that an archive has the longer form (ZIP64). */
const LONGER = 0xffffffff;
/** Before the end of the longer form: its place. */
const LOCATOR_LENGTH = 20;
/** The part of an entry with the longer numbers. */
const NUMBERS = 1;
const ENTRY_LENGTH = 46;
const FILE_LENGTH = 30;
const MAX_COMMENT = 0xffff;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const UTF8 = 0x800;
/** Of directories that are read; far more than the files that are used. */
const MAX_ENTRIES = 1e6;
const VERSION = 20;
/** 1 January 1980, the first day that archives have. */
const FIRST_DAY = 0x21;

type Bytes = Uint8Array<ArrayBuffer>;

const through = async (bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Unpacks a file; throws as soon as it has more bytes than the archive says. */
async function inflated(bytes: Bytes, size: number): Promise<Bytes> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const whole = new Uint8Array(size);
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    whole.set(part.value, at); // throws beyond the end
    at += part.value.length;
  }
  if (at < size) throw new Error("the file is shorter than the archive says");
  return whole;
}

interface Entry {
  path: string;
  /** of the unpacked file */
  size: number;
  read: () => Promise<Bytes>;
}

/** The directory is at the end, before a comment. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  throw new Error("the archive has no directory");
}

const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** Where the directory begins, and its number of entries. */
function directoryOf(view: DataView): [at: number, count: number] {
  const end = endOf(view);
  const at = view.getUint32(end + 16, true);
  if (at !== LONGER) return [at, view.getUint16(end + 10, true)];
  const longer = long(view, end - LOCATOR_LENGTH + 8);
  return [long(view, longer + 48), long(view, longer + 32)];
}

/** Sizes and place of a file: where the short number is full, the longer one follows the name. */
function numbersOf(view: DataView, at: number, extra: number): [size: number, packed: number, file: number] {
  const numbers = [24, 20, 42].map((offset) => view.getUint32(at + offset, true));
  let part = extra;
  while (numbers.includes(LONGER) && view.getUint16(part, true) !== NUMBERS) part += 4 + view.getUint16(part + 2, true);
  part += 4;
  return numbers.map((number) => (number === LONGER ? long(view, (part += 8) - 8) : number)) as [
    number,
    number,
    number,
  ];
}

function entriesOf(bytes: Bytes): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [begin, length] = directoryOf(view);
  let at = begin;
  if (length > MAX_ENTRIES) throw new Error("the archive has too many files");
  return Array.from({ length }, () => {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("the directory of the archive is broken");
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const [size, packed, file] = numbersOf(view, at, at + ENTRY_LENGTH + name);
    const path = new TextDecoder().decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + name));
    at += ENTRY_LENGTH + name + extra + comment;
    return {
      path,
      size,
      read: async () => {
        const begin = file + FILE_LENGTH + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
        const content = bytes.subarray(begin, begin + packed);
        if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED))
          throw new Error("an unknown way of packing");
        return method === STORED ? content : inflated(content, size);
      },
    };
  });
}

/**
 * The wanted files of an archive.
 *
 * @param wanted of a path and the size that the archive says; it may throw
 */
export async function unzip(bytes: Bytes, wanted: (path: string, size: number) => boolean): Promise<Files> {
  const files: Files = [];
  for (const { path, size, read } of entriesOf(bytes)) if (wanted(path, size)) files.push([path, await read()]);
  return files;
}

const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});
const checkSum = (bytes: Bytes): number => {
  let sum = -1;
  for (const byte of bytes) sum = SUMS[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
};

/** A record of numbers of two or four bytes; those of four are in an array of their own. */
function record(...values: (number | [number])[]): Bytes {
  const view = new DataView(
    new ArrayBuffer(values.reduce<number>((sum, one) => sum + (Array.isArray(one) ? 4 : 2), 0)),
  );
  let at = 0;
  for (const value of values)
    if (Array.isArray(value)) view.setUint32((at += 4) - 4, value[0], true);
    else view.setUint16((at += 2) - 2, value, true);
  return new Uint8Array(view.buffer);
}

/** An archive with files. */
export async function zipped(files: Record<string, Uint8Array>, type: string): Promise<Blob> {
  const [parts, directory]: [Bytes[], Bytes[]] = [[], []];
  let length = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = new Uint8Array(content);
    const [name, packed] = [new TextEncoder().encode(path), await through(bytes, new CompressionStream("deflate-raw"))];
    const common = [
      ...[VERSION, UTF8, DEFLATED, 0, FIRST_DAY],
      ...([[checkSum(bytes)], [packed.length], [bytes.length]] as [number][]),
      ...[name.length, 0],
    ];
    const file = record([FILE], ...common);
    directory.push(record([ENTRY], VERSION, ...common, 0, 0, 0, [0], [length]), name);
    parts.push(file, name, packed);
    length += file.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = directory.length / 2;
  return new Blob([...parts, ...directory, record([END], 0, 0, count, count, [size], [length], 0)], { type });
}
