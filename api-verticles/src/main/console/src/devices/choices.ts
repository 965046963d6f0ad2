import { choice } from "../address";

// The choices on the page of devices.

/** id of a farm */
export const farm = choice("devices", "farm");
/** id of the open Thing */
export const device = choice("devices", "device");
