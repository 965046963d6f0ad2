import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Fault } from "./fault";
import type { Page } from "./pages";
import { Refusal } from "./refusal";

const loaded = new Map<string, ComponentType>();

/** A page whose code comes when it is needed. */
export function LazyPage({ page }: { page: Page }) {
  const failed = useSignal(false);
  const arrived = useSignal(loaded.has(page.id));
  useEffect(() => {
    if (arrived.value) return;
    page.load().then(
      (component) => {
        loaded.set(page.id, component);
        arrived.value = true;
      },
      () => (failed.value = true),
    );
  }, []);
  const Component = loaded.get(page.id);
  if (arrived.value && Component) return <Component />;
  if (failed.value) {
    const fault = new Refusal("The page did not load", "The network is down, or the platform has a newer console.", 0, "");
    return <div class="alone card"><Fault fault={fault} retry={() => location.reload()} /></div>;
  }
  return <div class="alone card"><div class="skeleton" role="status" aria-label={`Loading ${page.name}`} /></div>;
}
