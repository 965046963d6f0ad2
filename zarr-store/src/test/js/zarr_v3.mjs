// Writes arrays of Zarr version 3 with zarrita, or compares arrays with their expected bytes.
// Beside each array NAME lies NAME.bin: its elements in C order, little-endian.
import { FileSystemStore } from "@zarrita/storage";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as zarr from "zarrita";

const SHAPE = [11, 13];
const CHUNKS = [4, 5];
const TYPES = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};
const blosc = (size, cname, shuffle) => ({
  name: "blosc",
  configuration: { cname, clevel: 5, shuffle, typesize: size, blocksize: 0 },
});
// zarrita reads gzip, crc32c and shards but does not write them
const COMPRESSORS = {
  none: () => [],
  zstd: () => [{ name: "zstd", configuration: { level: 3, checksum: false } }],
  blosc_lz4_byte: (size) => [blosc(size, "lz4", "shuffle")],
  blosc_zstd_bit: (size) => [blosc(size, "zstd", "bitshuffle")],
  blosc_zlib_none: (size) => [blosc(size, "zlib", "noshuffle")],
};

function values(Type, shape) {
  const count = shape.reduce((a, b) => a * b, 1);
  const data = new Type(count);
  const big = Type === BigInt64Array || Type === BigUint64Array;
  for (let i = 0; i < count; i++) {
    const number = (i * 7919) % 251;
    data[i] = big ? BigInt(number) << 40n : Type.name.startsWith("Float") ? number / 3 : number;
  }
  return data;
}

async function writeOne(folder, name, dtype, shape, chunkShape, codecs, options = {}) {
  const data = values(TYPES[dtype], shape);
  const store = new FileSystemStore(join(folder, name));
  const fillValue = 0;
  const array = await zarr.create(store, { shape, chunkShape, dtype, codecs, fillValue, ...options });
  const stride = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
  await zarr.set(array, null, { data, shape, stride });
  writeFileSync(join(folder, name + ".bin"), new Uint8Array(data.buffer));
}

async function write(folder) {
  for (const [dtype, Type] of Object.entries(TYPES)) {
    const bytes = { name: "bytes", configuration: { endian: "little" } };
    for (const [name, codecs] of Object.entries(COMPRESSORS)) {
      const chain = [bytes, ...codecs(Type.BYTES_PER_ELEMENT)];
      await writeOne(folder, `${dtype}_${name}`, dtype, SHAPE, CHUNKS, chain);
    }
    const transposed = [{ name: "transpose", configuration: { order: [1, 0] } }, bytes];
    await writeOne(folder, `${dtype}_transpose`, dtype, SHAPE, CHUNKS, transposed);
    const big = { name: "bytes", configuration: { endian: "big" } };
    await writeOne(folder, `${dtype}_big`, dtype, SHAPE, CHUNKS, [big]);
    await writeOne(folder, `${dtype}_dot`, dtype, SHAPE, CHUNKS, [bytes], { chunkSeparator: "." });
    await writeOne(folder, `${dtype}_cube`, dtype, [3, 7, 10], [2, 3, 4], [bytes]);
  }
}

/** Elements in C order: a transposed array comes with other strides. */
function inOrder({ data, shape, stride }) {
  const count = shape.reduce((a, b) => a * b, 1);
  const Type = data instanceof Object && data.buffer && data.BYTES_PER_ELEMENT ? data.constructor : Uint8Array;
  const out = Type.name in globalThis ? new Type(count) : new Uint8Array(count);
  const get = data.get ? (i) => Number(data.get(i)) : (i) => data[i];
  for (let i = 0; i < count; i++) {
    let rest = i;
    let at = 0;
    for (let d = shape.length - 1; d >= 0; d--) {
      at += (rest % shape[d]) * stride[d];
      rest = Math.floor(rest / shape[d]);
    }
    out[i] = get(at);
  }
  return new Uint8Array(out.buffer);
}

async function compare(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".bin"));
  let wrong = 0;
  for (const file of names) {
    const name = file.slice(0, -4);
    try {
      const array = await zarr.open(new FileSystemStore(join(folder, name)), { kind: "array" });
      const read = inOrder(await zarr.get(array));
      if (Buffer.compare(Buffer.from(read), readFileSync(join(folder, file))) !== 0) {
        console.log(`${name}: other values`);
        wrong++;
      }
    } catch (problem) {
      console.log(`${name}: ${problem} ${problem.cause ?? ""}`);
      wrong++;
    }
  }
  console.log(`${names.length} arrays compared`);
  process.exit(wrong ? 1 : 0);
}

await { write, compare }[process.argv[2]](process.argv[3]);
