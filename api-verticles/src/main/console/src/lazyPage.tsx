import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Refusal } from "./api/refusal";
import { Fault } from "./fault";
import type { Page } from "./pages";

const loaded = new Map<string, ComponentType>();

/** A page whose code is loaded when the page is opened for the first time. */
export function LazyPage({ page }: { page: Page }) {
  const failed = useSignal(false);
  const ready = useSignal(loaded.has(page.id));
  useEffect(() => {
    if (ready.value) return;
    page.load().then(
      (component) => {
        loaded.set(page.id, component);
        ready.value = true;
      },
      () => (failed.value = true),
    );
  }, []);
  const Component = loaded.get(page.id);
  if (ready.value && Component) return <Component />;
  if (failed.value) {
    const fault = new Refusal(
      "The page did not load",
      "The network is down, or the platform has a newer version of the console.",
      0,
      "",
    );
    return (
      <div class="alone card">
        <Fault fault={fault} retry={() => location.reload()} />
      </div>
    );
  }
  return (
    <div class="alone card">
      <div class="skeleton" role="status" aria-label={`Loading ${page.name}`} />
    </div>
  );
}
