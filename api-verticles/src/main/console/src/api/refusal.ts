import { Refusal } from "glebe-client";
import { isLost, reachable } from "../offline/network";
import { t } from "../texts/texts";

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

const noConnection = () => ({
  title: t("No connection"),
  detail: reachable.peek()
    ? t("The platform does not answer. Check the network and try again.")
    : t("This is not kept on this device. It is shown when the network is back."),
});

/** A refusal for any error of a request; nothing for a request that was aborted. Throws errors of the code. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isAbort(error)) return undefined;
  if (isLost(error)) return new Refusal(0, noConnection(), Response.error());
  throw error;
};

/** The title of a refusal, also of one without a problem document. */
export const titleOf = ({ problem, response }: Refusal): string =>
  problem.title ?? (response.statusText || t("Not possible"));
