import type { Layer } from "../api/bodies";
import { locale } from "../texts/locale";
import { wordIn } from "../texts/texts";
import { converted, system } from "../units";

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

/** The name of a class, or the number as the person writes it, in the own units. */
export const nameOf = (value: number, classes: Layer["classes"], unit = ""): string => {
  const found = classes?.find((one) => one.value === value);
  return found ? wordIn(found.name) : number.format(converted(value, unit, system())[0]);
};
