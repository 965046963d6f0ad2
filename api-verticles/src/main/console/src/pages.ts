import type { ComponentType } from "preact";
import { mayAnywhere, mayOnPlatform, rights } from "./rights";
import type { Session } from "./session";
import type { Text } from "./texts/texts";

/** A page of the console. Its code is loaded when the page is opened for the first time. */
export interface Page {
  /** in the address bar */
  id: string;
  name: Text;
  /** SVG path of a 24 by 24 icon */
  icon: string;
  load: () => Promise<ComponentType>;
  /** whether the person may use it; always, where it is left out */
  offered?: (session: Session) => boolean;
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
    // an administrator knows all farms and may see the fields of none; who has no access at all learns there how to get it
    offered: () => mayAnywhere("field:read") || !rights.value?.administrator,
  },
  {
    id: "fields",
    name: "Fields",
    icon: "M4 8l7-4 9 5-3 10-10 1z M4 8h.01 M11 4h.01 M20 9h.01 M17 19h.01 M7 20h.01 M4 8l13 11",
    load: () => import("./fields/fieldsPage").then((module) => module.FieldsPage),
    offered: () => mayAnywhere("field:read"),
  },
  {
    id: "work",
    name: "Work",
    icon: "M9 4h6v3H9z M7 5H5v16h14V5h-2 M8 12l2 2 5-4 M8 17h8",
    load: () => import("./tasks/workPage").then((module) => module.WorkPage),
    offered: () => mayAnywhere("task:read"),
  },
  {
    id: "sensors",
    name: "Sensors",
    icon: "M12 13v8 M12 11a2 2 0 1 0 .01 0 M8 15a5.5 5.5 0 0 1 0-8 M16 7a5.5 5.5 0 0 1 0 8 M5 18a10 10 0 0 1 0-14 M19 4a10 10 0 0 1 0 14",
    load: () => import("./sensors/sensorsPage").then((module) => module.SensorsPage),
  },
  {
    id: "alarms",
    name: "Alarms",
    icon: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4z M10 21h4",
    load: () => import("./alarms/alarmsPage").then((module) => module.AlarmsPage),
    offered: () => mayAnywhere("alarmEvent:read"),
  },
  {
    id: "devices",
    name: "Devices",
    icon: "M7 4h10v16H7z M10 17h4 M10 8h4 M10 11h4 M3 9v6 M21 9v6",
    load: () => import("./devices/devicesPage").then((module) => module.DevicesPage),
    offered: () => mayAnywhere("device:read"),
  },
  {
    id: "data",
    name: "Data",
    icon: "M12 4c4.4 0 7 1.3 7 3s-2.6 3-7 3-7-1.3-7-3 2.6-3 7-3z M5 7v10c0 1.7 2.6 3 7 3s7-1.3 7-3V7 M5 12c0 1.7 2.6 3 7 3s7-1.3 7-3",
    load: () => import("./data/dataPage").then((module) => module.DataPage),
  },
  {
    id: "apps",
    name: "Apps",
    icon: "M4 4h7v7H4z M13 4h7v7h-7z M4 13h7v7H4z M16.5 13v7 M13 16.5h7",
    load: () => import("./registry/appsPage").then((module) => module.AppsPage),
    offered: () => mayOnPlatform("app:read") || mayOnPlatform("appReview:read"),
  },
  {
    id: "services",
    name: "Services",
    icon: "M12 3v4 M12 17v4 M3 12h4 M17 12h4 M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M6 6l2.5 2.5 M18 6l-2.5 2.5 M6 18l2.5-2.5 M18 18l-2.5-2.5",
    load: () => import("./registry/servicesPage").then((module) => module.ServicesPage),
    offered: ({ services }) =>
      services && (mayAnywhere("processingService:read") || mayOnPlatform("registeredService:read")),
  },
  {
    id: "admin",
    name: "People",
    icon: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c0-3.5 2.9-5.5 6.5-5.5s6.5 2 6.5 5.5 M16 4.5a3.5 3.5 0 0 1 0 6.5 M18 15c2.2.7 3.5 2.4 3.5 5",
    load: () => import("./admin/adminPage").then((module) => module.AdminPage),
    offered: () => (rights.value?.administrator ?? false) || mayAnywhere("accessAssignment:create"),
  },
  {
    id: "offline",
    name: "Offline",
    icon: "M8 3h8v18H8z M11 18h2 M2 8a12 12 0 0 1 3-2 M22 8a12 12 0 0 0-3-2 M2 3l20 18",
    load: () => import("./offline/offlinePage").then((module) => module.OfflinePage),
  },
  {
    id: "account",
    name: "You",
    icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4 21c0-4 3.6-6 8-6s8 2 8 6",
    load: () => import("./account/accountPage").then((module) => module.AccountPage),
  },
];
