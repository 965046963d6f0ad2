import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "glebe-client";
import type { BaseMap } from "./baseMap";
import { t } from "../texts/texts";

interface PageMap<M> {
  /** the element that the map fills */
  holder: RefObject<HTMLDivElement | null>;
  /** set while the component is mounted, unless the browser cannot draw maps */
  map: RefObject<M | null>;
  fault: Signal<Refusal | undefined>;
}

const NO_MAP = {
  title: t("No map"),
  detail: t(
    "This browser cannot draw maps: WebGL is switched off or missing. Switch on hardware acceleration in its settings, or use another browser; farm, work and sensors need no map.",
  ),
};

/** Creates a map when a component is mounted and frees it when the component goes. Call it before effects that use the map. */
export function useMap<M extends { base: BaseMap }>(create: (container: HTMLElement) => M): PageMap<M> {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<M>(null);
  const fault = useSignal<Refusal | undefined>(undefined);
  useEffect(() => {
    if (!holder.current) return;
    try {
      map.current = create(holder.current);
    } catch {
      fault.value = new Refusal(0, NO_MAP, Response.error());
    }
    return () => {
      map.current?.base.remove();
      map.current = null;
    };
  }, []);
  return { holder, map, fault };
}
