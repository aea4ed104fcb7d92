// How the till sends to the customer's display: by a channel between windows of this browser. Its messages can contain only what is displayed.
import * as z from 'zod/mini'

const Shown = z.object({
  state: z.enum(['idle', 'sale', 'sold']),
  cards: z.array(z.object({ name: z.string(), quantity: z.int() })),
  total: z.int(),
  given: z.nullable(z.int()),
})
export type Shown = z.output<typeof Shown>

export const idle: Shown = { state: 'idle', cards: [], total: 0, given: null }

const CHANNEL = 'customer-display'
/** How often the till sends a sign that it is still open. If a few of these messages are missing, the display treats the till as closed. */
const BEAT_MS = 2_000
const CLOSED_AFTER_MS = 7_000

const Message = z.union([z.object({ shown: Shown }), z.object({ asks: z.literal(true) }), z.object({ over: z.literal(true) })])

/** The till's side of the channel: sends the content when it changes, when a display asks for it, and every two seconds. */
export function showing() {
  const channel = new BroadcastChannel(CHANNEL)
  let shown = idle
  const say = () => channel.postMessage({ shown })
  channel.onmessage = ({ data }) => {
    const message = z.safeParse(Message, data).data
    if (message && 'asks' in message) say()
  }
  const beat = setInterval(say, BEAT_MS)
  return {
    show: (next: Shown) => {
      shown = next
      say()
    },
    end: () => {
      clearInterval(beat)
      channel.postMessage({ over: true })
      channel.close()
    },
  }
}

/** The display's side of the channel: `heard` is called with the content, or with undefined while no till is sending. */
export function watching(heard: (shown: Shown | undefined) => void) {
  const channel = new BroadcastChannel(CHANNEL)
  let closing: ReturnType<typeof setTimeout> | undefined
  channel.onmessage = ({ data }) => {
    const message = z.safeParse(Message, data).data
    if (!message || 'asks' in message) return
    clearTimeout(closing)
    if ('over' in message) return heard(undefined)
    heard(message.shown)
    closing = setTimeout(() => heard(undefined), CLOSED_AFTER_MS)
  }
  channel.postMessage({ asks: true })
  return () => {
    clearTimeout(closing)
    channel.close()
  }
}
