import { choice } from "../address";

// The choices on the pages of the registries.

/** part of the page of apps: apps or reviews */
export const part = choice("apps", "part");
/** id of the open app */
export const openApp = choice("apps", "app");
/** number of the open version; empty for the newest */
export const openVersion = choice("apps", "version");
/** id of the open service */
export const openService = choice("services", "service");
