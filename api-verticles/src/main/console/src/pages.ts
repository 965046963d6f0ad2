import type { ComponentType } from "preact";

/** A page of the console. Its code is loaded when the page is opened for the first time. */
export interface Page {
  /** in the address bar */
  id: string;
  name: string;
  /** SVG path of a 24 by 24 icon */
  icon: string;
  load: () => Promise<ComponentType>;
}

/** In the order of the rail. */
export const pages: Page[] = [
  {
    id: "map",
    name: "Map",
    icon: "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3z M9 3v15 M15 6v15",
    load: () => import("./map/mapPage").then((module) => module.MapPage),
  },
  {
    id: "farm",
    name: "Farm",
    icon: "M3 20h18 M5 20V10l7-6 7 6v10 M10 20v-6h4v6",
    load: () => import("./farm/farmPage").then((module) => module.FarmPage),
  },
  {
    id: "sensors",
    name: "Sensors",
    icon: "M12 13v8 M12 11a2 2 0 1 0 .01 0 M8 15a5.5 5.5 0 0 1 0-8 M16 7a5.5 5.5 0 0 1 0 8 M5 18a10 10 0 0 1 0-14 M19 4a10 10 0 0 1 0 14",
    load: () => import("./sensors/sensorsPage").then((module) => module.SensorsPage),
  },
  {
    id: "data",
    name: "Data",
    icon: "M12 4c4.4 0 7 1.3 7 3s-2.6 3-7 3-7-1.3-7-3 2.6-3 7-3z M5 7v10c0 1.7 2.6 3 7 3s7-1.3 7-3V7 M5 12c0 1.7 2.6 3 7 3s7-1.3 7-3",
    load: () => import("./data/dataPage").then((module) => module.DataPage),
  },
  {
    id: "account",
    name: "You",
    icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4 21c0-4 3.6-6 8-6s8 2 8 6",
    load: () => import("./account/accountPage").then((module) => module.AccountPage),
  },
];
