import { type About, removeLater } from "../offline/outbox";
import { offerUndo } from "./undo";

/** Deletes a record and offers to keep it: it is deleted when that is no longer possible. */
export async function remove(path: string, about: About): Promise<void> {
  const undo = await removeLater(path, about);
  if (undo) offerUndo({ text: about.text, undo, undone: () => {} }); // pages load anew by themselves
}
