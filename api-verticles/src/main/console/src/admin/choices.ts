import { choice } from "../address";

// The choices on the page of people and access.

export const part = choice("admin", "part");
export const farm = choice("admin", "farm");
