import { batch, effect, type Signal, signal } from "@preact/signals";

// All choices of a person are in the address, so that a link shows the same page with the same choices.

const HOME = "map";
const read = () => new URLSearchParams(location.hash.replace(/^#/, ""));
const pageOf = (params: URLSearchParams) => params.get("page") || HOME;

interface Choice {
  page: string;
  name: string;
  value: Signal<string>;
}

/** The id of the open page. */
export const page = signal(pageOf(read()));
const choices = signal<Choice[]>([]);
/** Choices in addresses of pages whose code is not loaded yet. */
const remembered = new Map([[page.value, read()]]);

/** A choice on one page; it is in the address while that page is open, and kept while another one is. */
export function choice(of: string, name: string): Signal<string> {
  const value = signal(remembered.get(of)?.get(name) ?? "");
  choices.value = [...choices.peek(), { page: of, name, value }];
  return value;
}

/** The address of a page with its choices. */
export function addressOf(id: string): string {
  const next = new URLSearchParams(remembered.get(id));
  next.set("page", id);
  for (const { name, value } of choices.value.filter((one) => one.page === id)) {
    if (value.value) next.set(name, value.value);
    else next.delete(name);
  }
  return `#${next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** The part of the address that was written or read here last; another one is a link whose event is on its way. */
let known = location.hash;

effect(() => {
  const next = addressOf(page.value);
  if (location.hash !== known) return; // the code of a page may be loaded just then, and would take the link back
  history.replaceState(null, "", next);
  known = location.hash;
});

addEventListener("hashchange", () => {
  known = location.hash;
  const next = read();
  const id = pageOf(next);
  remembered.set(id, next);
  // together, so that the address never has some choices of the link and some from before
  batch(() => {
    for (const { name, value } of choices.peek().filter((one) => one.page === id)) value.value = next.get(name) ?? "";
    page.value = id;
  });
});
