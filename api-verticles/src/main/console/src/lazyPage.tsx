import { useSignal } from "@preact/signals";
import { Refusal } from "glebe-client";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Fault } from "./fault";
import type { Page } from "./pages";
import { t } from "./texts/texts";

const notLoaded = () => ({
  title: t("The page did not load"),
  detail: t("The network is down, or the platform has a newer version of the console. Load the page again."),
});

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
    const fault = new Refusal(0, notLoaded(), Response.error());
    return (
      <div class="alone card">
        <Fault fault={fault} retry={() => location.reload()} />
      </div>
    );
  }
  return (
    <div class="alone card">
      <div class="skeleton" role="status" aria-label={t("Loading {what}", { what: t(page.name) })} />
    </div>
  );
}
