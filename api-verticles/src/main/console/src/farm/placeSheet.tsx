import { useSignal } from "@preact/signals";
import type { Collection, Farm, FieldFeature, Layer } from "../api/bodies";
import { cloudLayer, COLLECTION, collections, fieldSeries, isVector } from "../api/cubes";
import { glebe } from "../api/client";
import { Chart } from "../charts/chart";
import { inked } from "../charts/compared";
import { utcDay } from "../dates";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { type OpenCube, openCube } from "../map/cubeState";
import { linesOf } from "../map/seriesLines";
import { Loaded } from "../parts/loaded";
import { joined } from "../shapes/antimeridian";
import { boxAround, polygonsOf } from "../shapes/polygons";
import { t } from "../texts/texts";
import { farm, place, sheet } from "./choices";
import { Missing } from "./missing";
import { flat, type Node } from "./placeNodes";
import { PlaceParts, Where } from "./placePanel";
import { useFarm } from "./useFarm";

/** A collection with the layer that the sheet shows. */
interface Shown {
  cube: OpenCube;
  layer: Layer;
  version: Collection["dataVersion"];
}

/** The first collection of a farm that has a picture; nothing where there is none. */
async function shownOf(farm: string, signal: AbortSignal): Promise<Shown | null> {
  const all = await collections(signal);
  for (const one of all.filter(({ farmId, ...rest }) => farmId === farm && !isVector(rest as Collection))) {
    const cube = await openCube(one.id, signal);
    const values = cube.layers.filter(({ kind }) => kind === "continuous");
    const layer = values.find(({ name }) => name === "NDVI") ?? values[0];
    if (layer && cube.clear) return { cube, layer, version: one.dataVersion };
  }
  return null;
}

/** A field or region on one page: map, series, crops, activities and records. */
export function PlaceSheet() {
  const { chosen, nodes, way, field, fault, again } = useFarm({ farm, place });
  return (
    <article class="paper">
      <div class="commands">
        <button class="strong" onClick={() => print()}>
          {t("Print")}
        </button>
        <button class="plain" onClick={() => (sheet.value = "")}>
          {t("Back to the map")}
        </button>
      </div>
      <Missing of={{ farm, place }} shown={chosen} noPlace={nodes && way.length === 0} />
      {fault && <Fault fault={fault} retry={again} />}
      {!fault && !nodes && <div class="skeleton" role="status" aria-label={t("Loading the farm")} />}
      {chosen && nodes && way.length > 0 && <Content of={chosen} {...{ nodes, way, field }} />}
    </article>
  );
}

interface Props {
  of: Farm;
  nodes: Node[];
  way: Node[];
  field: FieldFeature | undefined;
}

function Content({ of, nodes, way, field }: Props) {
  const node = way.at(-1)!;
  const shown = useLoading((signal) => shownOf(of.id, signal), [of.id]);
  return (
    <>
      <h1>{node.place.name}</h1>
      <p class="where">
        <span>{of.name}</span>
        <span>{utcDay.format(new Date())}</span>
      </p>
      <Where way={way} field={field} />
      <Loaded of={shown} what={t("Map")}>
        {(one) => (
          <>
            <Picture of={one} node={node} nodes={nodes} />
            {one && <Series of={one} node={way[0]!} />}
          </>
        )}
      </Loaded>
      <PlaceParts farm={of} node={node} />
    </>
  );
}

const WIDTH = 1000;
const MARGIN = 0.15;

/** The place over the latest clear picture, with the borders around it. */
function Picture({ of, node, nodes }: { of: Shown | null; node: Node; nodes: Node[] }) {
  const shapeOf = (one: Node) => joined(polygonsOf(one.geometry));
  const [west, south, east, north] = boxAround(shapeOf(node).flat(2));
  if (!(west < east)) return null;
  const [aside, above] = [(east - west) * MARGIN, (north - south) * MARGIN];
  const box = [west - aside, south - above, east + aside, north + above] as const;
  const across = WIDTH / (box[2] - box[0]);
  const down = across / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const height = Math.round((box[3] - box[1]) * down);
  const line = (one: Node) =>
    shapeOf(one)
      .flat()
      .map((ring) => `M${ring.map(([lon, lat]) => [(lon - box[0]) * across, (box[3] - lat) * down].join()).join("L")}Z`)
      .join("");
  const { cube, layer, version } = of ?? {};
  const query = { style: layer?.name ?? "", datetime: cube?.clear, bbox: [...box], width: WIDTH, height, v: version };
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} {...{ height }} role="img" aria-label={node.place.name}>
        {cube && (
          <image
            href={glebe.address(`${COLLECTION}/map/render`, { path: { collectionId: cube.id }, query })}
            {...{ height }}
            width={WIDTH}
          />
        )}
        {flat(nodes).map((one) => (
          <path key={one.place.id} d={line(one)} class={one === node ? "here" : ""} />
        ))}
      </svg>
      {cube && (
        <figcaption>
          {layer!.title ?? layer!.name}, {utcDay.format(new Date(cube.clear))}
        </figcaption>
      )}
    </figure>
  );
}

/** The mean of the field over time, without clouds. */
function Series({ of: { cube, layer }, node }: { of: Shown; node: Node }) {
  const zoom = useSignal("");
  const { id, name } = node.place;
  const query = { layers: [layer.name], fieldId: id, clouds: cloudLayer(cube.layers), resolution: "P1D" as const };
  const loaded = useLoading((signal) => fieldSeries(cube.id, query, signal), [cube.id, id]);
  const title = `${t("Mean of the field")}: ${name}`;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Loaded of={loaded} what={title}>
        {(series) => {
          const lines = inked(linesOf([{ name, series, cloudy: new Set() }], () => layer.unit ?? ""));
          return <Chart drawing={{ lines, limits: {} }} title={title} label={title} days zoom={zoom} />;
        }}
      </Loaded>
    </section>
  );
}
