// Decodes a vector tile with @mapbox/vector-tile: node decode.mjs MODULES TILE Z X Y; prints its features as GeoJSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, file, z, x, y] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/${name}/index.js`).href);
const { VectorTile } = await load("@mapbox/vector-tile");
const pbf = await load("pbf");
const Pbf = pbf.PbfReader ?? pbf.default;

const tile = new VectorTile(new Pbf(readFileSync(file)));
const features = [];
for (const [name, layer] of Object.entries(tile.layers)) {
  for (let i = 0; i < layer.length; i++) {
    const feature = layer.feature(i).toGeoJSON(Number(x), Number(y), Number(z));
    features.push({ ...feature, layer: name, extent: layer.extent, version: layer.version });
  }
}
console.log(JSON.stringify({ type: "FeatureCollection", features }));
