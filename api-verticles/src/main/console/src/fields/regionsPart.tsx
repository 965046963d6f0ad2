import type { Node } from "../farm/placeNodes";
import { areaOf, areaText } from "../shapes/geodesy";
import { place } from "./choices";
import * as editor from "./editor";
import { shapeOf } from "./place";
import { drawable, former, task } from "./state";
import { may } from "../rights";
import { t } from "../texts/texts";

/** The regions inside of a field, and a new one. */
export function RegionsPart({ farm, node }: { farm: string; node: Node }) {
  const mayDraw = drawable.value && node.place.kind === "field" && may("region:create", farm);
  if (!mayDraw && node.children.length === 0) return null;
  const draw = () => {
    former.value = undefined;
    editor.begin("draw", [], shapeOf(node));
    task.value = { kind: "new region", fieldId: node.place.fieldId };
  };
  return (
    <section aria-label={t("Regions")}>
      <div class="head">
        <h3>{t("Regions")}</h3>
        {mayDraw && (
          <button class="plain" onClick={draw}>
            {t("Draw a region")}
          </button>
        )}
      </div>
      {node.children.length === 0 && (
        <p class="hint">{t("No region yet. Draw a trial plot, a zone or a buffer strip.")}</p>
      )}
      <ul class="entries tight">
        {node.children.map((child) => (
          <li key={child.place.id}>
            <header>
              <button class="link" onClick={() => (place.value = child.place.id)}>
                {child.place.name}
              </button>
              <span>{[child.note, areaText(areaOf(shapeOf(child)))].filter(Boolean).join(", ")}</span>
            </header>
          </li>
        ))}
      </ul>
    </section>
  );
}
