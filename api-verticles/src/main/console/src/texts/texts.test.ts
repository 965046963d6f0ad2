import { expect, test } from "vitest";
import forms from "../api/forms.json";
import { labelOf } from "../records/labels";
import { de } from "./de";
import { languageAmong } from "./locale";
import { sl } from "./sl";
import { filled, formFor } from "./texts";

// of the tests of core, which a checkout that is only built does not have
const [types] = Object.values(
  import.meta.glob<{ items: { type: string; name: string; payloadSchema: Attributes }[] }>(
    "../../../../../../core/src/test/resources/catalogue/record-types.json",
    { eager: true, import: "default" },
  ),
);
const CATALOGUES = { de, sl };
const FORMS = { de: 2, sl: 4 };
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test.each(["de", "sl"] as const)("every text of %s names the same values as the English one", (id) => {
  const wrong = Object.entries(CATALOGUES[id]).filter(
    ([english, text]) => namesIn(english).join() !== namesIn(text).join(),
  );
  expect(wrong).toEqual([]);
});

test.each(["de", "sl"] as const)("every count of %s has all forms of the language", (id) => {
  const counts = Object.entries(CATALOGUES[id]).filter(([english]) => english.includes("|"));
  expect(counts.length).toBeGreaterThan(10);
  expect(counts.filter(([, text]) => text.split("|").length !== FORMS[id])).toEqual([]);
  expect(counts.filter(([, text]) => text.split("|").some((form) => !form.includes("{n}")))).toEqual([]);
});

test("a count takes the form of the language", () => {
  const slovenian = new Intl.PluralRules("sl");
  const forms = sl["{n} field|{n} fields"];
  expect([1, 2, 3, 5, 101].map((count) => formFor(forms, count, slovenian))).toEqual([
    "{n} polje",
    "{n} polji",
    "{n} polja",
    "{n} polj",
    "{n} polje",
  ]);
  expect(formFor("{n} field|{n} fields", 0, new Intl.PluralRules("en"))).toBe("{n} fields");
});

test("values are put in by their names", () => {
  expect(filled("{name}: {n} of {n}", { name: "<b>", n: 3 })).toBe("<b>: 3 of 3");
});

test("the language is the chosen one, else the first of the browser that has a catalogue, else English", () => {
  expect(languageAmong("de", ["sl-SI"])).toBe("de");
  expect(languageAmong(null, ["fr", "sl-SI", "en"])).toBe("sl");
  expect(languageAmong("xx", ["fr"])).toBe("en");
});

interface Attributes {
  properties?: Record<string, Attributes>;
  items?: Attributes;
  enum?: string[];
}

/** Names of the attributes of a schema and of their values, as forms and lists have them in English. */
const labelsIn = ({ properties = {}, items, enum: values = [] }: Attributes): string[] => [
  ...values.map(labelOf),
  ...Object.entries(properties).flatMap(([name, one]) => [labelOf(name), ...labelsIn(one)]),
  ...(items ? labelsIn(items) : []),
];

const SAME_EVERYWHERE = ["pH", "Observed at"]; // the second one is no input of a form

test.skipIf(!types).each(["de", "sl"] as const)(
  "%s names every attribute and value of records and of what has a form",
  (id) => {
    const known = CATALOGUES[id] as Record<string, string>;
    const all = [
      ...types!.items.flatMap(({ type, name, payloadSchema }) => [name, labelOf(type), ...labelsIn(payloadSchema)]),
      ...Object.values(forms).flatMap((schema) => labelsIn(schema as Attributes)),
    ];
    expect(all.length).toBeGreaterThan(200);
    expect([...new Set(all)].filter((label) => !known[label] && !SAME_EVERYWHERE.includes(label))).toEqual([]);
  },
);
