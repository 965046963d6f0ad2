import type { AddLayerObject } from "maplibre-gl";
import { useEffect } from "preact/hooks";
import type { Item } from "../api/bodies";
import { Fault } from "../fault";
import { BaseMap, type MapLayer, type Padding } from "../maps/baseMap";
import { boxOf, featureCollection, geometryOf } from "../maps/geometry";
import { useMap } from "../maps/useMap";
import { view } from "./choices";

const EDGE = { top: 24, bottom: 24, left: 24, right: 24 };
const PADDING: Padding = { wide: EDGE, narrow: EDGE };

const drawn = (items: Item[]): GeoJSON.FeatureCollection =>
  featureCollection(
    items.flatMap(({ id, geometry }): GeoJSON.Feature[] =>
      geometry ? [{ type: "Feature", geometry: geometryOf(geometry), properties: { id } }] : [],
    ),
  );

interface Look {
  opacity: number;
  width: number;
  radius: number;
  colour: [string, string];
}

/** Areas, lines and points of one source. */
function layersOf(source: string, { opacity, width, radius, colour }: Look): MapLayer[] {
  const areas: AddLayerObject = {
    id: `${source}-areas`,
    type: "fill",
    source,
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-opacity": opacity },
  };
  const points: AddLayerObject = {
    id: `${source}-points`,
    type: "circle",
    source,
    filter: ["==", ["geometry-type"], "Point"],
    paint: { "circle-radius": radius },
  };
  const lines: AddLayerObject = { id: `${source}-lines`, type: "line", source, paint: { "line-width": width } };
  return [
    { layer: areas, colours: { "fill-color": colour } },
    { layer: lines, colours: { "line-color": colour } },
    { layer: points, colours: { "circle-color": colour } },
  ];
}

const LAYERS = [
  ...layersOf("items", { opacity: 0.45, width: 1.2, radius: 4, colour: ["#5c7a5d", "#7ea488"] }),
  ...layersOf("chosen", { opacity: 0.25, width: 3, radius: 7, colour: ["#c2410c", "#f2995f"] }),
];

/** Features of any geometry, with the chosen one. */
class SmallMap {
  readonly base: BaseMap;

  constructor(container: HTMLElement, choose: (id: string) => void) {
    this.base = new BaseMap(container, view, { sources: ["items", "chosen"], layers: LAYERS });
    this.base.onSelect(["items-areas", "items-lines", "items-points"], 0, choose);
  }

  async show(items: Item[], chosen: Item | undefined): Promise<void> {
    await this.base.data("items", drawn(items));
    await this.base.data("chosen", drawn(chosen ? [chosen] : []));
    const box = boxOf(drawn(chosen?.geometry ? [chosen] : items));
    if (box) this.base.fit(box, PADDING);
    this.base.arrived();
  }
}

interface Props {
  items: Item[];
  chosen: Item | undefined;
  choose: (id: string) => void;
}

/** The features of a page and the chosen one on a map. */
export function ItemMap({ items, chosen, choose }: Props) {
  const { holder, map, fault } = useMap((container) => new SmallMap(container, choose));
  useEffect(() => {
    map.current?.base.expect();
    void map.current?.show(items, chosen);
  }, [items, chosen]);
  if (fault.value) return <Fault fault={fault.value} />;
  return <div class="small-map" ref={holder} />;
}
