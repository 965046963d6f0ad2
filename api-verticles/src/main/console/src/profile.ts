import { effect } from "@preact/signals";
import { unwrap } from "glebe-client";
import type { User } from "./api/bodies";
import { glebe } from "./api/client";
import { rights } from "./rights";
import { keepLanguage } from "./texts/locale";
import { keepZone } from "./words";

// The profile of the signed-in person: language and time zone are in the User record, for every browser.

export const loadProfile = (id: string, signal?: AbortSignal): Promise<User> =>
  glebe.GET("/v1/users/{id}", { params: { path: { id } }, signal }).then(unwrap);

export const saveProfile = (id: string, patch: Partial<User>): Promise<User> =>
  glebe.PATCH("/v1/users/{id}", { params: { path: { id } }, body: patch as never }).then(unwrap);

const READ = "glebe-profile-read";

/** Takes over language and time zone of the person where this browser has not seen them yet. */
export function followProfile(): void {
  const stop = effect(() => {
    const id = rights.value?.userId;
    if (!id || localStorage.getItem(READ) === id) return;
    localStorage.setItem(READ, id);
    loadProfile(id).then(
      ({ preferredLanguage, timezone }) => {
        keepZone(timezone ?? "");
        if (preferredLanguage && keepLanguage(preferredLanguage)) location.reload();
      },
      () => {}, // the languages of the browser are used
    );
    queueMicrotask(() => stop());
  });
}
