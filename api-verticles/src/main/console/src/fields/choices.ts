import { choice } from "../address";

// The choices on the page of the fields.

export const farm = choice("fields", "farm");
/** id of a field or a region */
export const place = choice("fields", "place");
/** longitude,latitude,zoom */
export const view = choice("fields", "view");
/** yes when fields are shown that have ended */
export const ended = choice("fields", "ended");
