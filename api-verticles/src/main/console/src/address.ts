import { effect, signal } from "@preact/signals";

// Everything a person chose stands in the address, so that a link reproduces the picture.

const read = () => new URLSearchParams(location.hash.replace(/^#/, ""));
const initial = read();

export const page = signal(initial.get("page") ?? "map");
export const collection = signal(initial.get("collection") ?? "");
export const layer = signal(initial.get("layer") ?? "");
export const date = signal(initial.get("date") ?? "");
/** longitude,latitude,zoom */
export const view = signal(initial.get("view") ?? "");
/** longitude,latitude of the chosen point */
export const point = signal(initial.get("point") ?? "");

effect(() => {
  const all = { page, collection, layer, date, view, point };
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value.value) next.set(name, value.value);
  history.replaceState(null, "", `#${next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
});

addEventListener("hashchange", () => {
  const next = read();
  for (const [name, value] of Object.entries({ page, collection, layer, date, view, point }))
    value.value = next.get(name) ?? "";
});
