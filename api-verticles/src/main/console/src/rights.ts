import { signal } from "@preact/signals";
import { unwrap } from "glebe-client";
import type { Rights } from "./api/bodies";
import { glebe } from "./api/client";

// What the signed-in person may do. The platform decides about every request; the pages only leave out the controls
// whose requests it would refuse.

const NONE: Rights = { administrator: false, everywhere: [], onPlatform: [], grants: [] };

/** The permissions of the person; nothing until they are loaded. */
export const rights = signal<Rights | undefined>(undefined);

let loading = Promise.resolve();

/** Loads the permissions; without an answer nothing is left out, and the platform refuses what it must. */
export const loadRights = (): Promise<void> =>
  (loading = glebe.GET("/v1/permissions").then(
    (answer) => void (rights.value = unwrap(answer)),
    () => {},
  ));

/** Whether a role anywhere grants this, as soon as that is known; also where it cannot be known. */
export const mightAnywhere = (permission: string): Promise<boolean> =>
  loading.then(() => rights.value === undefined || mayAnywhere(permission));

const held = () => rights.value ?? NONE;
const isEverywhere = (permission: string) => held().everywhere.includes(permission);

/** Whether a role on the farm grants this. */
export const may = (permission: string, farm: string | undefined): boolean =>
  isEverywhere(permission) ||
  held().grants.some(
    ({ farmIds, permissions }) => farm !== undefined && farmIds.includes(farm) && permissions.includes(permission),
  );

/** Whether a role anywhere grants this. */
export const mayAnywhere = (permission: string): boolean =>
  mayOnPlatform(permission) || held().grants.some(({ permissions }) => permissions.includes(permission));

/** Whether a role of the platform grants this. */
export const mayOnPlatform = (permission: string): boolean =>
  isEverywhere(permission) || held().onPlatform.includes(permission);

/** Whether the person may change a collection of spatio-temporal data: by a role on its farm, else by any role. */
export const mayChange = ({ farmId }: { farmId?: string }): boolean =>
  farmId === undefined ? mayAnywhere("data:update") : may("data:update", farmId);
