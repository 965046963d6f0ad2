// Checks the OpenAPI documents of a running platform with the validators that other people use, and prints each error.
//   node check.mjs http://localhost:8080
// A document has no error in Redocly, Spectral and the parser of ReadMe, in its form of OpenAPI 3.1 and in that of 3.0;
// openapi-typescript can read it, and its types compile with every check of TypeScript.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { compileErrors, validate } from "@readme/openapi-parser";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import openapi, { astToString } from "openapi-typescript";
import ts from "typescript";
import { documents, documents30, publishedApis } from "./documents.mjs";

const ERROR = 0; // the severity of Spectral

async function redocly(name, document) {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: `/${name}.json`, config });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

/** The rules of Spectral for OpenAPI that find errors; its warnings take most of its time. */
function errorRules() {
  const isError = ({ severity, recommended }) => recommended !== false && [ERROR, "error"].includes(severity);
  const off = Object.entries(rulesets.oas.rules)
    .filter(([, rule]) => !isError(rule))
    .map(([name]) => [name, "off"]);
  return { extends: [rulesets.oas], rules: Object.fromEntries(off) };
}

async function spectral(name, document) {
  const linter = new spectralCore.Spectral();
  linter.setRuleset(errorRules());
  const problems = await linter.run(document);
  return problems
    .filter(({ severity }) => severity === ERROR)
    .map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`);
}

async function readme(name, document) {
  const result = await validate(document); // it replaces references in the document: the last to read it
  return result.valid ? [] : [compileErrors(result)];
}

async function types(name, document) {
  const text = astToString(await openapi(structuredClone(document), { emptyObjectsUnknown: true }));
  return compiled(`${name}.ts`, text);
}

/** Errors of TypeScript in a file that uses nothing but the language itself. */
function compiled(file, text) {
  const options = { strict: true, noEmit: true, lib: ["lib.es2022.d.ts"], types: [] };
  const host = ts.createCompilerHost(options);
  const libraries = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : libraries(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ code, messageText }) => `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

/** Runs validators over documents one after the other; says how many errors there are. */
async function check(form, all, validators) {
  let count = 0;
  for (const [name, document] of Object.entries(all)) {
    for (const validator of validators) {
      const begin = performance.now();
      const errors = await validator(name, document).catch(({ message }) => [message]);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${name} ${form} ${validator.name}: ${errors.length} errors, ${seconds} s`);
      errors.slice(0, 20).forEach((error) => console.log(`  ${error}`));
      count += errors.length;
    }
  }
  return count;
}

const [base] = process.argv.slice(2);
// both before the validators, which keep this process busy for longer than an idle connection lives
const apis = await publishedApis(base);
const of31 = await documents(base, apis);
const of30 = await documents30(base, apis);
const errors =
  (await check("3.1", of31, [types, redocly, spectral, readme])) +
  (await check("3.0", of30, [redocly, spectral, readme]));
process.exitCode = errors === 0 ? 0 : 1;
