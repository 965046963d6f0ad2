import { unwrap } from "glebe-client";
import { glebe } from "../api/client";
import { language } from "../texts/locale";

// Notifications of this browser by web push. The service worker shows them.

const ALL = "/v1/farms/{farmId}/alarm-subscriptions";
const ONE = `${ALL}/{subscriptionId}` as const;

export const canNotify = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** What the platform and this browser know about notifications of a farm. */
export async function notifications(farmId: string, signal: AbortSignal) {
  const [{ items, publicKey }, endpoint] = await Promise.all([
    glebe.GET(ALL, { params: { path: { farmId } }, signal }).then(unwrap),
    canNotify() ? ownEndpoint().catch(() => undefined) : undefined,
  ]);
  const own = items.find((one) => one.endpoint === endpoint);
  return { publicKey, own, others: items.filter((one) => one !== own) };
}

const ownEndpoint = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription())?.endpoint;

/** Asks the person for the permission and subscribes; false when it is not given. */
export async function notify(farmId: string, applicationServerKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const subscription = await subscribe().catch(async (error: unknown) => {
    // of an earlier key of the platform
    if (!(await (await pushManager.getSubscription())?.unsubscribe())) throw error;
    return subscribe();
  });
  const body = { ...subscription.toJSON(), language } as never;
  unwrap(await glebe.POST(ALL, { params: { path: { farmId } }, body }));
  return true;
}

export const endNotification = (farmId: string, subscriptionId: string) =>
  glebe.DELETE(ONE, { params: { path: { farmId, subscriptionId } } }).then(unwrap);
