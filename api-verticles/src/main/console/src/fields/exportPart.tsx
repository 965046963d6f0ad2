import { useSignal } from "@preact/signals";
import type { Node } from "../farm/placeNodes";
import type { ExportedFeature } from "../files/layers";
import { type Format, FORMATS } from "../files/formats";
import { fileName, saveFile } from "../parts/saveFile";
import { areaOf, hectares } from "../shapes/geodesy";
import { geometryFrom, polygonsOf } from "../shapes/polygons";
import { counted, t } from "../texts/texts";

const DIGITS = 10_000;

/** Places as they go into a file, with their measured area. */
export const exported = (nodes: Node[]): ExportedFeature[] =>
  nodes.flatMap(({ place: { id, name }, geometry }) => {
    const polygons = polygonsOf(geometry);
    if (polygons.length === 0) return [];
    const area = Math.round(hectares(areaOf(polygons)) * DIGITS) / DIGITS;
    return [{ name, geometry: geometryFrom(polygons), properties: { id, hectares: area } }];
  });

/** Offers the places as a file in each format. */
export function ExportPart({ name, nodes }: { name: string; nodes: Node[] }) {
  const failed = useSignal(false);
  const write = async (format: Format, ending: string) => {
    failed.value = false;
    try {
      const { writeFile } = await import("../files/writing");
      const file = fileName(name, "fields");
      saveFile(await writeFile(format, file, exported(nodes)), `${file}.${ending}`);
    } catch {
      failed.value = true;
    }
  };
  return (
    <div
      class="formats"
      role="group"
      aria-label={
        nodes.length === 1
          ? t("Export {name} as", { name })
          : counted("Export {n} field as|Export {n} fields as", nodes.length)
      }
    >
      {FORMATS.map(([format, title, ending]) => (
        <button key={format} class="plain" onClick={() => void write(format, ending)}>
          {title}
        </button>
      ))}
      {failed.value && (
        <p class="fault" role="alert">
          {t("The file could not be made. Reload the page and try again.")}
        </p>
      )}
    </div>
  );
}
