import { choice } from "../address";

// The choices on the page of alarms.

/** events, rules or webhooks */
export const part = choice("alarms", "part");
export const farm = choice("alarms", "farm");
/** id of the alarm of a notification */
export const alarm = choice("alarms", "alarm");
