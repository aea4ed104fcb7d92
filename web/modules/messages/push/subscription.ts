// This browser's own side: its permission, and the address its push service gave it.

/** Whoever sits here said no, now or some time ago. */
export class NotAllowed extends Error {}

/** The app's worker, where this browser can be told anything; it is there once the shell is kept. */
export async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

export async function subscribe(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const push = (await worker())?.pushManager
  if (!push) throw new NotAllowed()
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  // One that was made for another key does not let this server in.
  const made = await push.subscribe(wanted).catch(async () => {
    await unsubscribe()
    return push.subscribe(wanted)
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
