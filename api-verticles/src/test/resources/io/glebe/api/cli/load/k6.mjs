// Runs examples/k6/load.js without k6: k6.mjs SCRIPT REQUESTS VUS. The modules of k6 are replaced by small ones whose clock
// jumps where a user sleeps, and whose HTTP client writes down what it is given. Prints that as JSON.
import { mkdirSync, readFileSync, writeFileSync, copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , script, requests, vus] = process.argv;
const folder = dirname(requests);
const modules = join(folder, "node_modules", "k6");
mkdirSync(modules, { recursive: true });
const exported = {
  ".": "export const sleep = (seconds) => { globalThis.clock += Math.round(seconds * 1000); };",
  "./http": `
    const answer = (status, body, headers) => ({ status, headers, json: (path) => path ? JSON.parse(body)[path] : JSON.parse(body) });
    export default {
      post: (url, form) => answer(200, JSON.stringify({ access_token: "of " + form.audience }), {}),
      request: (method, url, body, { headers }) => {
        globalThis.sent.push({ at: globalThis.clock - globalThis.begin, method, url, body, headers });
        if (url.endsWith("/$batch")) return answer(200, '{"results": [{"outcome": "DONE"}]}', {});
        if (url.endsWith("/CreateObservations")) return answer(201, '["link"]', {});
        return answer(200, '{"nextCursor": "c/1"}', { Etag: '"' + url.length + '"', "Server-Timing": "decode;dur=1" });
      },
    };`,
  "./execution": "export default { vu: globalThis.user };",
  "./data": "export class SharedArray { constructor(name, made) { return made(); } }",
  "./metrics": `
    class Metric { constructor(name) { this.name = name; } add(value, tags) { globalThis.metrics.push({ name: this.name, value, tags }); } }
    export { Metric as Counter, Metric as Trend };`,
};
writeFileSync(
  join(modules, "package.json"),
  JSON.stringify({
    name: "k6",
    type: "module",
    exports: Object.fromEntries(Object.keys(exported).map((name, i) => [name, `./m${i}.js`])),
  }),
);
Object.values(exported).forEach((text, i) => writeFileSync(join(modules, `m${i}.js`), text));

globalThis.begin = 1_000_000_000_000;
globalThis.clock = globalThis.begin;
Date.now = () => globalThis.clock;
globalThis.sent = [];
globalThis.metrics = [];
globalThis.user = { idInTest: 1 };
globalThis.open = (name) => readFileSync(name, "utf8");
globalThis.__ENV = { REQUESTS: requests, VUS: vus };
copyFileSync(script, join(folder, "load.mjs"));
const load = await import(pathToFileURL(join(folder, "load.mjs")));
const given = load.setup();
for (let user = 1; user <= Number(vus); user++) {
  globalThis.user.idInTest = user;
  globalThis.clock = globalThis.begin;
  load.default(given);
}
console.log(JSON.stringify({ options: load.options, sent: globalThis.sent, metrics: globalThis.metrics }));
