// Prints the bill of materials of a release (CycloneDX): bill-of-materials.mjs LIBRARIES CONSOLE_FOLDER RUNTIME_RELEASE
// The libraries are those that the plugin of Maven lists; the npm packages that are built into the console and the Java runtime
// are added. The same input gives the same text.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [, , libraries, console_, release] = process.argv;
const bill = JSON.parse(readFileSync(libraries, "utf8"));

const lock = JSON.parse(readFileSync(join(console_, "package-lock.json"), "utf8"));
const packages = Object.entries(lock.packages)
  .filter(([path, entry]) => path && !entry.dev && !entry.optional)
  .map(([path, entry]) => {
    const name = path.replace(/^.*node_modules\//, "");
    const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${entry.version}`;
    const [algorithm, content] = (entry.integrity || "").split("-", 2);
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version: entry.version,
      scope: "required",
      ...(algorithm === "sha512" && { hashes: [{ alg: "SHA-512", content: Buffer.from(content, "base64").toString("hex") }] }),
      ...(entry.license && { licenses: [{ license: { id: entry.license } }] }),
      purl,
    };
  });

const values = Object.fromEntries(
  readFileSync(release, "utf8")
    .split("\n")
    .map((line) => line.match(/^(\w+)="(.*)"$/))
    .filter(Boolean)
    .map(([, key, value]) => [key, value]),
);
const version = values.JAVA_RUNTIME_VERSION || values.JAVA_VERSION;
const runtime = {
  type: "platform",
  "bom-ref": `pkg:generic/openjdk@${encodeURIComponent(version)}`,
  supplier: { name: values.IMPLEMENTOR || "unknown" },
  name: "openjdk",
  version,
  licenses: [{ expression: "GPL-2.0-only WITH Classpath-exception-2.0" }],
  purl: `pkg:generic/openjdk@${encodeURIComponent(version)}`,
};

const unique = new Map([...bill.components, ...packages, runtime].map((one) => [one["bom-ref"], one]));
bill.components = [...unique.values()].sort((one, other) => (one["bom-ref"] < other["bom-ref"] ? -1 : 1));
process.stdout.write(JSON.stringify(bill, null, 2) + "\n");
