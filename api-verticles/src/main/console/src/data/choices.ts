import { choice } from "../address";

// The choices on the data page.

export const collection = choice("data", "collection");
/** LAYERS, FEATURES or HISTORY */
export const part = choice("data", "part");
/** words in the listed collections */
export const search = choice("data", "search");
/** CQL2 text */
export const filter = choice("data", "filter");
/** name of a property, after a minus sign for descending order */
export const sort = choice("data", "sort");
/** the cursor of the page of features */
export const after = choice("data", "after");
/** id of a feature */
export const item = choice("data", "item");
/** layer whose history is shown */
export const layer = choice("data", "layer");
/** longitude,latitude,zoom of the small map */
export const view = choice("data", "view");
