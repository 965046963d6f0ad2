// Generates the clients from the OpenAPI documents of a running platform and packs them.
//   node build.mjs http://localhost:8080 FOLDER
// FOLDER gets glebe-client-VERSION.tgz for npm, glebe_client-VERSION-py3-none-any.whl for Python, and their sources.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import openapi, { astToString } from "openapi-typescript";
import ts from "typescript";
import { APIS, documents } from "./documents.mjs";
import { typesOf } from "./types.mjs";

const TOOLS = dirname(fileURLToPath(import.meta.url));
const CLIENTS = dirname(TOOLS);

async function typescript(all, folder, version) {
  const target = join(folder, "typescript");
  cpSync(join(CLIENTS, "typescript"), target, { recursive: true });
  for (const [name, document] of Object.entries(all)) {
    writeFileSync(join(target, "src", `${name}.ts`), await typesOf(document, { openapi, astToString, ts }));
  }
  symlinkSync(join(TOOLS, "node_modules"), join(target, "node_modules"));
  execFileSync(join(TOOLS, "node_modules/.bin/tsc"), ["-p", target], { stdio: "inherit" });
  rmSync(join(target, "node_modules"));
  const manifest = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
  writeFileSync(join(target, "package.json"), `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: target, stdio: "inherit" });
}

async function main(base, out) {
  const folder = resolve(out);
  const version = /^ {2}<version>(.*)<\/version>$/m.exec(readFileSync(join(CLIENTS, "../pom.xml"), "utf8"))[1];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "openapi"), { recursive: true });
  const all = await documents(base, APIS);
  for (const [name, document] of Object.entries(all))
    writeFileSync(join(folder, "openapi", `${name}.json`), JSON.stringify(document));
  await typescript(all, folder, version);
  const generator = join(CLIENTS, "python/generate.py");
  execFileSync("python3", ["-B", generator, join(folder, "openapi"), folder, version], { stdio: "inherit" });
}

await main(...process.argv.slice(2));
