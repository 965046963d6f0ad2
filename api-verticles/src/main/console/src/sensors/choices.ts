import { choice } from "../address";

// The choices on the sensors page.

/** id of a thing */
export const thing = choice("sensors", "thing");
/** id of one of its datastreams */
export const stream = choice("sensors", "stream");
/** name of the observed property that the map shows */
export const property = choice("sensors", "property");
/** DAY, WEEK or SEASON */
export const span = choice("sensors", "span");
/** longitude,latitude,zoom */
export const view = choice("sensors", "view");
