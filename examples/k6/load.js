// Sends the requests of `./glebe load --requests FILE` at their times, whatever earlier answers take.
//   k6 run -e REQUESTS=$PWD/requests.json [-e TARGET=https://...] [-e VUS=100] load.js
import http from "k6/http";
import { sleep } from "k6";
import exec from "k6/execution";
import { SharedArray } from "k6/data";
import { Counter, Trend } from "k6/metrics";

const MOST_ETAGS = 400; // those of one browser
const DRAWN = ["decode;", "warp;", "colour;", "encode;"]; // stages of a tile that was not in memory

// in memory once, and not once for each user
const head = new SharedArray("head", () => {
  const { target, seconds, requests } = JSON.parse(open(__ENV.REQUESTS));
  return [{ target, seconds, count: requests.length, classes: [...new Set(requests.map((one) => one.class))] }];
})[0];
const requests = new SharedArray("requests", () => JSON.parse(open(__ENV.REQUESTS)).requests);
const target = (__ENV.TARGET || head.target).replace(/\/$/, "");
const vus = Number(__ENV.VUS || 100);

const dueLatency = new Trend("due_latency", true);
const late = new Trend("late", true);
const faults = new Counter("faults");

export const options = {
  scenarios: {
    load: { executor: "per-vu-iterations", vus, iterations: 1, maxDuration: `${Math.ceil(head.seconds) + 90}s` },
  },
  thresholds: { faults: ["count==0"] },
};
for (const name of head.classes) {
  // k6 shows the figures of a class only where a threshold names it
  options.thresholds[`due_latency{class:${name}}`] = ["p(99)>=0"];
}

function developmentToken(audience) {
  const scope = { "farm-api": "farm", "spatio-api": "spatio", "sensor-api": "sensor" }[audience];
  const answer = http.post(`${target}/dev/identity/token`, {
    user: __ENV.USER_OF_IDENTITY || "owner",
    audience,
    grant_type: "urn:glebe:params:oauth:grant-type:development",
    scope: `${scope}-read ${scope}-write`,
  });
  return answer.json("access_token");
}

export function setup() {
  const given = { "farm-api": __ENV.LOAD_TOKEN, "spatio-api": __ENV.SPATIO_TOKEN, "sensor-api": __ENV.SENSOR_TOKEN };
  const tokens = {};
  for (const audience of Object.keys(given)) {
    tokens[audience] = given[audience] || __ENV.LOAD_TOKEN || developmentToken(audience);
  }
  return { tokens, start: Date.now() + 1000 };
}

const etags = new Map();
const cursors = new Map();

function keep(path, etag) {
  etags.delete(path);
  etags.set(path, etag);
  if (etags.size > MOST_ETAGS) {
    etags.delete(etags.keys().next().value);
  }
}

function isFeed(request) {
  return request.class === "sync" && request.method === "GET";
}

function detail(request, answer) {
  if (request.class !== "tile") {
    return request.method === "GET" ? "read" : "write";
  }
  if (answer.status === 304) {
    return "304";
  }
  if (request.path.includes("-Vector/")) {
    return "vector";
  }
  const timing = answer.headers["Server-Timing"] || "";
  return DRAWN.some((stage) => timing.includes(stage)) ? "cold" : "warm";
}

// faults that the status does not show: refused operations of an outbox, refused rows of a data array
function refusals(request, answer) {
  if (request.path.endsWith("/$batch")) {
    return answer.json("results").filter((result) => result.outcome !== "DONE").length;
  }
  if (request.path.endsWith("/CreateObservations")) {
    return answer.json().filter((row) => String(row).startsWith("error")).length;
  }
  return 0;
}

function send(request, due, tokens) {
  const headers = { Authorization: `Bearer ${tokens[request.audience]}` };
  const cursor = isFeed(request) ? cursors.get(request.path) : undefined;
  const path = cursor ? `${request.path}&cursor=${encodeURIComponent(cursor)}` : request.path;
  if (request.body) {
    headers["Content-Type"] = "application/json";
  }
  if (etags.has(path)) {
    headers["If-None-Match"] = etags.get(path);
  }
  const tags = { name: request.class, class: request.class };
  const isRead = request.class === "sync" || request.path.endsWith("/CreateObservations");
  const answer = http.request(request.method, target + path, request.body || null, {
    headers,
    tags,
    timeout: "30s",
    responseType: isRead ? "text" : "none",
  });
  const millis = Date.now() - due;
  if (answer.status !== 304 && !(answer.status >= 200 && answer.status < 300)) {
    faults.add(1, { class: request.class, kind: answer.status ? `status ${answer.status}` : "no answer" });
    return;
  }
  if (request.class === "tile" && answer.headers.Etag) {
    keep(path, answer.headers.Etag);
  }
  if (isFeed(request)) {
    const next = answer.json("nextCursor");
    if (next) {
      cursors.set(request.path, next);
    }
  }
  const refused = refusals(request, answer);
  if (refused) {
    faults.add(refused, { class: request.class, kind: "refused" });
  } else {
    dueLatency.add(millis, { class: request.class, detail: detail(request, answer) });
  }
}

export default function ({ tokens, start }) {
  for (let i = exec.vu.idInTest - 1; i < head.count; i += vus) {
    const due = start + requests[i].at;
    const left = due - Date.now();
    if (left > 0) {
      sleep(left / 1000);
    }
    late.add(Math.max(0, Date.now() - due));
    send(requests[i], due, tokens);
  }
}
