// Reads a layer of a dataset with zarrita, of version 2 or 3, and prints as JSON: the attributes of its group, and of each
// level the attributes, dimension names, shapes, chunks, fill values, coordinates, and the values of one slot.
import { FileSystemStore } from "@zarrita/storage";
import * as zarr from "zarrita";

const [folder, slot] = [process.argv[2], Number(process.argv[3])];
const root = await zarr.open(new FileSystemStore(folder), { kind: "group" });

const plain = (data) => Array.from(data, (value) => (typeof value === "bigint" ? String(value) : value));

async function variable(group, name) {
  const array = await zarr.open(group.resolve(name), { kind: "array" });
  const { shape, dtype, chunks, dimensionNames, attrs } = array;
  const [fillValue] = plain([array.fillValue]);
  return { array, described: { shape, dtype, chunks, fillValue, dimensions: dimensionNames, attributes: attrs } };
}

async function level(name) {
  const group = await zarr.open(root.resolve(name), { kind: "group" });
  const variables = {};
  for (const each of name === "0" ? ["x", "y", "time", "spatial_ref"] : ["x", "y", "spatial_ref"]) {
    const { array, described } = await variable(group, each);
    variables[each] = described;
    if (array.shape.length > 0) {
      described.values = plain((await zarr.get(array)).data);
    }
  }
  const { array, described } = await variable(group, "data");
  variables.data = { ...described, values: plain((await zarr.get(array, [slot, null, null])).data) };
  return { attributes: group.attrs, variables };
}

const levels = {};
for (const { asset } of root.attrs.multiscales.layout) {
  levels[asset] = await level(asset);
}
console.log(JSON.stringify({ attributes: root.attrs, levels }));
