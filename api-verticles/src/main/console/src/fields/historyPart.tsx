import { useSignal } from "@preact/signals";
import type { Field, FieldBoundary } from "../api/bodies";
import type { Node } from "../farm/placeNodes";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { geometryOf } from "../maps/geometry";
import { joined } from "../shapes/antimeridian";
import { areaOf, areaText } from "../shapes/geodesy";
import { geometryFrom, polygonsOf } from "../shapes/polygons";
import { Loaded } from "../parts/loaded";
import { may } from "../rights";
import { reshaped } from "./outbox";
import { useAction } from "./parts";
import { shapeOf } from "./place";
import { boundaries, changeField } from "./requests";
import { former } from "./state";
import { locale } from "../texts/locale";
import { t } from "../texts/texts";

interface Props {
  farm: string;
  field: Field;
  node: Node;
  changed: () => void;
}

const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const at = (text: string) => time.format(new Date(text));
const shapeIn = ({ geometry }: FieldBoundary) => joined(polygonsOf(geometryOf(geometry)));

/** The boundaries that a field had before: shown on the map, and taken back. */
export function HistoryPart({ farm, field, node, changed }: Props) {
  const shown = useSignal<number | undefined>(undefined);
  const loaded = useLoading((signal) => boundaries(field.id, signal), [field.id, field.geometry]);
  const { busy, fault, run, instead } = useAction(() => {
    former.value = undefined;
    changed();
  });
  const show = (one: FieldBoundary) => {
    const next = shown.value === one.recordVersion ? undefined : one;
    shown.value = next?.recordVersion;
    former.value = next && geometryFrom(shapeIn(next));
  };
  return (
    <section aria-label={t("Earlier shapes")}>
      <h3>{t("Earlier shapes")}</h3>
      {fault.value && <Fault fault={fault.value} newest={instead(changed)} />}
      <Loaded of={loaded} what={t("the earlier shapes")}>
        {(all) =>
          all.length === 0 ? (
            <p class="hint">{t("The field has had this shape from the beginning.")}</p>
          ) : (
            <ul class="entries tight">
              {all.map((one) => (
                <li key={one.recordVersion}>
                  <header>
                    <button class="link" aria-pressed={shown.value === one.recordVersion} onClick={() => show(one)}>
                      {areaText(areaOf(shapeIn(one)))}
                    </button>
                    <span>
                      {at(one.startsAt)} – {at(one.endsAt)}
                    </span>
                  </header>
                  {shown.value === one.recordVersion && may("field:update", farm) && (
                    <button
                      class="plain small"
                      disabled={busy.value}
                      onClick={() => run(() => changeField(field, reshaped(field, shapeOf(node), shapeIn(one))))}
                    >
                      {t("Take this shape back")}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
