// Checks webhooks of the portal with the library of Standard Webhooks.
import { Webhook } from 'standardwebhooks'
import type { Events } from './calls.gen.ts'

/** An event as the portal sends it. The same `webhook-id` header may come twice: store the ids that you have handled and ignore an event whose id is stored. */
export type PortalEvent =
  | { [E in keyof Events]: { type: E; timestamp: string; data: Events[E] } }[keyof Events]
  | { type: 'ping'; timestamp: string; data: object }

/**
 * Returns the event of a request whose signature is right and that is at most five minutes old; throws otherwise. `secret`: as shown when the webhook was added.
 * `body`: the request's body as it came, before it is parsed.
 */
export const verifyWebhook = (secret: string, headers: Record<string, string>, body: string): PortalEvent =>
  new Webhook(secret).verify(body, headers) as PortalEvent
