import type { Farm } from "../api/bodies";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { labelOf } from "../records/labels";
import { t } from "../texts/texts";
import { NamedList } from "./namedList";
import { products } from "./work";

/** What the organization of a farm buys, uses and sells; inputs and outputs name it. */
export function ProductsPart({ farm }: { farm: Farm }) {
  const all = useLoading(products, [farm.id]);
  return (
    <Loaded of={all} what={t("Products")}>
      {(known) => (
        <NamedList
          farm={farm.id}
          all={known.filter(({ organizationId }) => organizationId === farm.organizationId)}
          changed={all.again}
          of={{
            path: "products",
            right: "product",
            form: "Product",
            title: t("Products"),
            add: t("Add a product"),
            adding: t("New product"),
            empty: t("No product yet. Add what is sown, spread, sprayed and harvested."),
            owner: { organizationId: farm.organizationId, status: "ACTIVE" },
            hint: ({ kind, manufacturer }) => [labelOf(kind), manufacturer].filter(Boolean).join(", "),
          }}
        />
      )}
    </Loaded>
  );
}
