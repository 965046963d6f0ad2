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

const TOOLS = dirname(fileURLToPath(import.meta.url));
const CLIENTS = dirname(TOOLS);

/** The JSON Schema of a file in a form or of a body of bytes has format "binary". */
const binary = ({ format }) => (format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined);

/** Members with a default are not required in a request. */
const OPTIONS = { emptyObjectsUnknown: true, defaultNonNullable: false, transform: binary };

const PLAIN = ["application/json", "application/geo+json", "application/schema+json"];
const isText = (mediaType) => mediaType.startsWith("text/") || mediaType.endsWith("ndjson");

/**
 * A document whose answers have JSON only, where they have it; `parseAs: "text"` types the other forms of an answer.
 * Bodies of several lines of JSON are texts.
 */
function asSent(document) {
  const all = structuredClone(document);
  for (const { requestBody, responses } of Object.values(all.paths).flatMap(Object.values)) {
    for (const [mediaType, body] of Object.entries(requestBody?.content ?? {}))
      if (isText(mediaType)) body.schema = { type: "string" };
    for (const { content = {} } of Object.values(responses))
      if (PLAIN.some((name) => content[name]))
        for (const name of Object.keys(content)) if (!PLAIN.includes(name)) delete content[name];
  }
  return all;
}

async function typescript(all, folder, version) {
  const target = join(folder, "typescript");
  cpSync(join(CLIENTS, "typescript"), target, { recursive: true });
  for (const [name, document] of Object.entries(all)) {
    const text = astToString(await openapi(asSent(document), OPTIONS));
    writeFileSync(join(target, "src", `${name}.ts`), `// Generated from the OpenAPI document. Do not edit.\n${text}`);
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
