import type { Line } from "./lines";

// Colours and dashes of lines. Lines can be told apart without their colours too.

/** Variables of the style sheet. */
export const INKS = ["--accent", "--second", "--third", "--fourth", "--fifth", "--sixth"];

const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4]]; // one fewer than colours: thirty pairs

export const inkOf = ({ ink }: Line): string => INKS[ink % INKS.length]!;
export const dashOf = ({ ink }: Line): number[] => DASHES[ink % DASHES.length]!;

/** The colour that a variable has now, light or dark. */
export const colour = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
