// The language of the console, and the forms of numbers and dates in it.

/** Languages with a catalogue, in their own words. English is the language of the texts in the code. */
export const LANGUAGES: readonly (readonly [id: string, name: string])[] = [
  ["en", "English"],
  ["sl", "Slovenščina"],
  ["de", "Deutsch"],
];

const STORED = "glebe-language";
const store = (globalThis as { localStorage?: Storage }).localStorage;

/** The languages of the browser, the preferred one first. */
const ofBrowser = (): readonly string[] => (globalThis.navigator as Navigator | undefined)?.languages ?? [];

const baseOf = (tag: string) => tag.slice(0, 2).toLowerCase();
const known = (tag: string) => LANGUAGES.some(([id]) => id === baseOf(tag));

/** The language for a stored choice and the languages of a browser: the choice, else the first one with a catalogue. */
export const languageAmong = (chosen: string | null, preferred: readonly string[]): string =>
  baseOf([chosen ?? "", ...preferred].find(known) ?? "en");

export const language = languageAmong(store?.getItem(STORED) ?? null, ofBrowser());

/** The locale of numbers and dates: the browser's own where it has the language, such as en-GB. */
export const locale: string = ofBrowser().find((tag) => baseOf(tag) === language) ?? language;

/** Keeps a language for the next visits; true when the page has to be loaded again to show it. */
export function keepLanguage(id: string): boolean {
  if (id === language || !known(id)) return false;
  store?.setItem(STORED, baseOf(id));
  return store?.getItem(STORED) === baseOf(id);
}
