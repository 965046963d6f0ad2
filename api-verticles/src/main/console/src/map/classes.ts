import type { Layer } from "../api/bodies";
import { locale } from "../texts/locale";

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

/** The name of a class, or the number as the person writes it. */
export const nameOf = (value: number, classes: Layer["classes"]): string =>
  classes?.find((one) => one.value === value)?.name ?? number.format(value);
