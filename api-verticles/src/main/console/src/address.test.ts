import { beforeEach, expect, test, vi } from "vitest";

/** The module with a browser at an address. */
async function openAt(hash: string) {
  vi.resetModules();
  const listeners: (() => void)[] = [];
  vi.stubGlobal("location", { hash });
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, next: string) => (location.hash = next) });
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => listeners.push(listener));
  const { addressOf, choice, page } = await import("./address");
  const go = (next: string) => {
    location.hash = next;
    listeners.forEach((listener) => listener());
  };
  return { addressOf, choice, page, go };
}

beforeEach(() => void vi.unstubAllGlobals());

test("the map is the first page, and a choice is written into the address", async () => {
  const { choice, page } = await openAt("");
  expect(page.value).toBe("map");
  choice("map", "view").value = "14.5,46,9";
  expect(location.hash).toBe("#page=map&view=14.5,46,9");
});

test("a link opens its page with its choices, also before the page's code is loaded", async () => {
  const { choice, page } = await openAt("#page=data&collection=s2&after=a:b");
  expect(page.value).toBe("data");
  expect(choice("data", "collection").value).toBe("s2");
  expect(location.hash).toBe("#page=data&collection=s2&after=a:b");
});

test("each page keeps its choices while another one is open", async () => {
  const { addressOf, choice, page, go } = await openAt("#page=map&layer=NDVI");
  const layer = choice("map", "layer");
  go("#page=data");
  expect(page.value).toBe("data");
  expect(layer.value).toBe("NDVI");
  expect(addressOf("map")).toBe("#page=map&layer=NDVI");
  go("#page=map");
  expect(layer.value).toBe("");
});

test("a link is followed that is pressed while the code of another page is loaded", async () => {
  const { choice, page, go } = await openAt("#page=work&part=machines");
  location.hash = "#page=map"; // its event comes later
  choice("work", "part");
  expect(location.hash).toBe("#page=map");
  go(location.hash);
  expect(page.value).toBe("map");
});
