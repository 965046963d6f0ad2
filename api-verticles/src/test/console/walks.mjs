// Runs tests of pages one after the other in one browser, which loads and compiles the console once: node walks.mjs BASE FOLDER CHROMIUM.
// Each line of the input is the name of a test. After its output follows "== NAME passed" or "== NAME failed".
import { createInterface } from "node:readline";
import { quit } from "./browser.mjs";

for await (const name of createInterface({ input: process.stdin })) {
  process.exitCode = 0;
  await import(`./${name}.mjs`);
  console.log(`== ${name} ${process.exitCode === 0 ? "passed" : "failed"}`);
}
await quit();
