import { language, locale } from "./locale";
import type { sl } from "./sl";

// The texts of the console. The English text in the code is the key of the other languages' catalogues, so that the
// compiler refuses a text without a translation.

/** A text with a translation in every catalogue. */
export type Text = Extract<keyof typeof sl, string>;
export type Catalogue = Record<Text, string>;

type Values = Record<string, string | number>;

const LOADERS: Record<string, () => Promise<Partial<Record<string, string>>>> = {
  sl: () => import("./sl").then((module) => module.sl),
  de: () => import("./de").then((module) => module.de),
};

let catalogue: Partial<Record<string, string>> = {};

/** Loads the catalogue of the language; texts stay English when it cannot be loaded. */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language;
  catalogue = await (LOADERS[language]?.() ?? Promise.resolve({})).catch(() => ({}));
}

const number = new Intl.NumberFormat(locale);
const plural = new Intl.PluralRules(locale);

/** A text with the values of its names in braces. */
export const filled = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? number.format(value) : (value ?? "");
  });

/** A text in the person's language. */
export const t = (text: Text, values?: Values): string => filled(catalogue[text] ?? text, values);

/** The order of the forms of a number in a text of a catalogue. */
const ORDER = ["one", "two", "few", "other"];

/** The form for a count among forms with "|" between them, in the order of the categories that the language has. */
export function formFor(forms: string, count: number, rules: Intl.PluralRules): string {
  const all = forms.split("|");
  const categories = ORDER.filter((name) => rules.resolvedOptions().pluralCategories.includes(name as never));
  return all[Math.max(0, categories.indexOf(rules.select(count)))] ?? all.at(-1) ?? "";
}

const ENGLISH = new Intl.PluralRules("en");

/** A text with the form for a count: "{n} file|{n} files". */
export function counted(text: Text, count: number, values: Values = {}): string {
  const own = catalogue[text];
  const form = own === undefined ? formFor(text, count, ENGLISH) : formFor(own, count, plural);
  return filled(form, { n: count, ...values });
}

/** An ordinary word that comes from data, such as the name of a state; as it is where no catalogue has it. */
export const wordIn = (english: string): string => catalogue[english] ?? english;
