// A short way to write a simulated supplier: routes, named by method and path; a journal of what truly happened, whatever was answered; and settings that a
// test or a demo may change (`/__control/tune`).
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from './clock.ts'
import type { Fault } from './faults.ts'
import { type Part, type Route, type SimulatedAnswer, startSimulator } from './simulator.ts'

export type ShopRequest = { query: URLSearchParams; headers: IncomingHttpHeaders; text: string; parts: Readonly<Record<string, string>> }
export type Answering = (asked: ShopRequest) => SimulatedAnswer

/** A line of the journal. `reference`: the caller's own id of the order; `amount`: what the caller pays. */
export type Note = { event: 'created' | 'delivered' | 'refused' | 'cancelled' | 'reversed'; reference: string; supplier_reference: string; amount: string }
export type Noted = Note & { at: string }
/**
 * The functions given to a supplier's code. `recalls`: whether an order made at this time is still found by the caller's own reference; `tune({ recalls_ms })`
 * sets for how long.
 */
export type Stage = { now: () => Date; note: (note: Note) => void; random: () => number; recalls: (ordered: Date) => boolean }

export type Shop = {
  /** What the supplier does for each route, which is written like "GET /orders/:id". If two match, the first is used. */
  routes: Readonly<Record<string, Answering>>
  trouble: (status: 429 | 500) => unknown
  tune: (settings: Readonly<Record<string, unknown>>) => void
}

export type Simulated = {
  url: string
  now: () => Date
  journal: () => readonly Noted[]
  /** Plans a fault. `on`: a route such as "GET /orders/:id", or "*" for all. */
  fault: (on: string, kind: Fault['kind'], done: boolean, times?: number) => void
  tune: (settings: Readonly<Record<string, unknown>>) => void
  /** Makes a route answer `says` instead of the truth; null makes the route truthful again. */
  bend: (on: string, says: unknown) => void
  advance: (ms: number) => void
  asked: (route: string) => number
  close: () => Promise<void>
}

export const partOf =
  (make: (stage: Stage) => Shop, notes: Noted[] = []) =>
  (clock: Clock): Part => {
    const note = (one: Note) => void notes.push({ ...one, at: clock.now().toISOString() })
    let recalls_ms = Number.POSITIVE_INFINITY
    const recalls = (ordered: Date) => clock.now().getTime() - ordered.getTime() < recalls_ms
    const open = () => make({ now: clock.now, note, random: seeded(1), recalls })
    const tune = (settings: Readonly<Record<string, unknown>>) => {
      if (settings.recalls_ms !== undefined) recalls_ms = Number(settings.recalls_ms)
      shop.tune(settings)
    }
    let shop = open()
    const { routes, trouble } = shop
    return {
      routes: Object.keys(routes).map((name) => routeOf(name, (asked) => shop.routes[name]?.(asked) ?? { status: 404, body: {} })),
      ...{ admit: () => undefined, broken: trouble(500), tooMany: trouble(429), control: { tune } },
      journal: () => notes,
      reset: () => {
        notes.splice(0)
        recalls_ms = Number.POSITIVE_INFINITY
        shop = open()
      },
    }
  }

export async function play(make: (stage: Stage) => Shop, port = 0): Promise<Simulated> {
  const notes: Noted[] = []
  let now = () => new Date()
  const simulator = await startSimulator((clock) => {
    now = clock.now
    return partOf(make, notes)(clock)
  }, port)
  return {
    ...{
      url: `http://127.0.0.1:${simulator.port}`,
      now: () => now(),
      journal: () => notes,
      fault: simulator.fault,
      asked: simulator.times,
      close: simulator.close,
    },
    tune: (settings) => void simulator.control('tune', settings),
    bend: (on, says) => void simulator.control('bend', { on, says }),
    advance: (ms) => void simulator.control('advance', { ms }),
  }
}

function routeOf(name: string, answering: Answering): Route {
  const [method = '', pattern = ''] = name.split(' ')
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, part = '']) => part)
  const path = new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '([^/]+)')}$`)
  return {
    ...{ call: name, method, path },
    does: ({ query, headers, body, match }) =>
      answering({ query, headers, text: body, parts: Object.fromEntries(names.map((part, n) => [part, decodeURIComponent(match[n] ?? '')])) }),
  }
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit', day: '2-digit' })
/** The day in Berlin, YYYY-MM-DD. */
export const berlinDay = (at: Date): string => day.format(at)

/** A random generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
