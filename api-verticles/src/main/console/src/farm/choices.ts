import { choice } from "../address";

// The choices on the farm page.

export const farm = choice("farm", "farm");
/** id of a field or a region */
export const place = choice("farm", "place");
/** longitude,latitude,zoom */
export const view = choice("farm", "view");
/** yes when the place is shown as a page for a printer */
export const sheet = choice("farm", "sheet");
