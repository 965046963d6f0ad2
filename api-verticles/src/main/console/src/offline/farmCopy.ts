import { signal } from "@preact/signals";
import * as alarms from "../alarms/alarms";
import type { Collection, Farm } from "../api/bodies";
import * as cubes from "../api/cubes";
import { fieldOutlines } from "../api/fields";
import * as farms from "../farm/farms";
import { type Node, placeNodes } from "../farm/placeNodes";
import { openCube } from "../map/cubeState";
import { boxOf } from "../maps/geometry";
import { may } from "../rights";
import { KEPT_FARM, person } from "../session";
import * as work from "../tasks/work";
import { reachable } from "./network";
import { readPicture } from "./reads";
import { tileCover } from "./tileCover";

// Keeps a farm on this device: reads everything of it once, and the answers are kept as those of any page.

/** The farm that a person keeps. */
export interface KeptFarm {
  person: string;
  farm: string;
  name: string;
  /** when it was read last */
  at: number;
}

function stored(): KeptFarm | undefined {
  const found = JSON.parse(localStorage.getItem(KEPT_FARM) ?? "null") as KeptFarm | null;
  return found && found.person === person()?.subject ? found : undefined;
}

export const keptFarm = signal<KeptFarm | undefined>(stored());
/** How much of the farm is read, while it is. */
export const progress = signal<{ done: number; total: number } | undefined>(undefined);

export function forgetFarm(): void {
  localStorage.removeItem(KEPT_FARM);
  keptFarm.value = undefined;
}

const AT_ONCE = 4;
const MAX_FIELDS = 300;
/** Tasks and activities that are not done, of which each is kept with its details. */
const MAX_OPEN = 60;
/** Of each kind of what is edited as it is listed, so that a change without a network names its version. */
const MAX_NAMED = 100;
const MAX_CUBES = 3;
const MAX_TILES = 300;
const MAX_ZOOM = 16;

type Kept = Pick<Farm, "id" | "name">;
type Step = (signal: AbortSignal) => Promise<unknown>;

/** Reads a farm. What the person may not read, or what fails, is left out; fails when the network is lost. */
export async function keepFarm(farm: Kept): Promise<void> {
  const own = new AbortController();
  progress.value = { done: 0, total: 1 };
  try {
    const [{ features }, regions, , { machines, workers }] = await Promise.all([
      farms.fieldFeatures(farm.id, own.signal),
      farms.regionTrees(farm.id, own.signal),
      farms.farms(own.signal),
      work.farmWork(farm.id, own.signal),
    ]);
    const nodes = placeNodes(features, regions);
    const box = boxOf({
      type: "FeatureCollection",
      features: nodes.flatMap(({ geometry }) => (geometry ? [{ type: "Feature", geometry, properties: {} }] : [])),
    });
    const steps = [
      (signal: AbortSignal) => fieldOutlines(signal),
      ...alarmSteps(farm),
      ...(await workSteps(farm, own.signal)),
      ...namedSteps("machines", machines),
      ...namedSteps("workers", workers),
      ...nodes.slice(0, MAX_FIELDS).flatMap((node) => placeSteps(farm, node)),
      ...(box ? await pictureSteps(farm, box, own.signal) : []),
    ];
    await runAll(steps, own.signal);
    keptFarm.value = { person: person()?.subject ?? "", farm: farm.id, name: farm.name ?? farm.id, at: Date.now() };
    localStorage.setItem(KEPT_FARM, JSON.stringify(keptFarm.value));
    void navigator.storage?.persist?.(); // the browser may refuse, and keeps it as long as there is room
  } finally {
    own.abort();
    progress.value = undefined;
  }
}

const RENEWED_AFTER_MILLIS = 4 * 3_600_000;

/** Reads the kept farm again when that was long ago. */
export async function renewFarm(): Promise<void> {
  const kept = keptFarm.peek();
  if (!kept || !reachable.peek() || Date.now() - kept.at < RENEWED_AFTER_MILLIS) return;
  await keepFarm({ id: kept.farm, name: kept.name }).catch(() => {}); // at the next start
}

async function runAll(steps: Step[], signal: AbortSignal): Promise<void> {
  const waiting = steps.slice();
  progress.value = { done: 0, total: steps.length };
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      await step(signal).catch(() => {}); // without it the rest is as useful
      if (!reachable.peek()) throw new TypeError("the platform does not answer");
      progress.value = { done: (progress.peek()?.done ?? 0) + 1, total: steps.length };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const isOpen = ({ status }: { status: string }) => status !== "COMPLETED" && status !== "CANCELLED";

/** The alarms with their names, and the rules that make them. */
const alarmSteps = ({ id }: Kept): Step[] =>
  may("alarmEvent:read", id)
    ? [(own) => alarms.eventsOf(id, own), (own) => alarms.namesOf(id, own), (own) => alarms.rulesOf(id, own)]
    : [];

/** Tasks and activities, and the details of those that are open. */
async function workSteps(farm: Kept, signal: AbortSignal): Promise<Step[]> {
  const tasks = may("task:read", farm.id) ? await work.tasksOf(farm.id, signal) : [];
  const activities = may("activity:read", farm.id) ? await work.activitiesOf(farm.id, signal) : [];
  const open = activities.filter(isOpen).slice(0, MAX_OPEN);
  const products = may("product:read", farm.id) ? await work.products(signal) : [];
  return [
    farms.recordTypes,
    ...namedSteps("products", products),
    ...tasks
      .filter(isOpen)
      .slice(0, MAX_OPEN)
      .map(
        ({ id }): Step =>
          (own) =>
            work.task(id, own),
      ),
    ...open.flatMap(({ id, fieldId }): Step[] => [
      (own) => work.activity(id, own),
      (own) => work.inputsOf(id, own),
      (own) => work.resourcesOf(id, own),
      ...(fieldId ? [(own: AbortSignal) => work.recordsOf(farm.id, fieldId, id, own)] : []),
    ]),
  ];
}

const namedSteps = (path: work.NamedPath, all: work.Named[]): Step[] =>
  all.slice(0, MAX_NAMED).map((one) => (own) => work.named(path, one, own));

/** Records, activities and crops of a field and its regions. */
function placeSteps(farm: Kept, node: Node): Step[] {
  const { place, region, children } = node;
  return [
    (own) => farms.records(farm.id, place, own),
    (own) => farms.activities(farm.id, place, own),
    ...(region ? [(own: AbortSignal) => farms.cultivationPeriods(region, own)] : []),
    ...children.flatMap((child) => placeSteps(farm, child)),
  ];
}

const OWN_LOOK: cubes.Look = { ramp: "", range: "", saved: "", expression: "" };

type Box = [west: number, south: number, east: number, north: number];

/** The last clear picture of each raster collection of the farm, with what the map needs to show it. */
async function pictureSteps(farm: Kept, box: Box, signal: AbortSignal): Promise<Step[]> {
  const all = await cubes.collections(signal).catch((): Collection[] => []);
  const rasters = all.filter((one) => !cubes.isVector(one) && one.farmId === farm.id).slice(0, MAX_CUBES);
  const steps = await Promise.all(rasters.map((one) => pictureOf(one, box, signal).catch((): Step[] => [])));
  return steps.flat();
}

async function pictureOf({ id }: Collection, box: Box, signal: AbortSignal): Promise<Step[]> {
  const cube = await openCube(id, signal);
  const layer = cube.layers.find(({ name }) => name === "NDVI") ?? cube.layers[0];
  const date = cube.clear;
  if (!layer || !date) return [];
  await cubes.legend(id, layer.name, OWN_LOOK, signal);
  const { tiles, minzoom, maxzoom } = await cubes.tileJson(id, layer.name, date, OWN_LOOK, signal);
  const addresses = tileCover(tiles[0] ?? "", box, minzoom, Math.min(maxzoom, MAX_ZOOM), MAX_TILES);
  return addresses.map(
    (address): Step =>
      (own) =>
        readPicture(address.replace(/^https?:\/\/[^/]+/, ""), own),
  );
}
