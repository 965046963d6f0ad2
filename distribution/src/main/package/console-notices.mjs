// Prints the licence text of every npm package that is built into the console: console-notices.mjs CONSOLE_FOLDER
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const console_ = process.argv[2];
const lock = JSON.parse(readFileSync(join(console_, "package-lock.json"), "utf8"));
const shipped = Object.entries(lock.packages)
  .filter(([path, entry]) => path && !entry.dev && !entry.optional)
  .sort(([one], [other]) => (one < other ? -1 : 1));

for (const [path, entry] of shipped) {
  const folder = join(console_, path);
  if (!existsSync(folder)) {
    process.stderr.write(`package: ${path} of the console is not installed; build the console again\n`);
    process.exit(1);
  }
  const text = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file));
  process.stdout.write(`${path.replace(/^.*node_modules\//, "")} ${entry.version} (${entry.license})\n\n`);
  if (text) process.stdout.write(readFileSync(join(folder, text), "utf8").trim().replace(/^/gm, "    ") + "\n\n");
}
