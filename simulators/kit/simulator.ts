// The common part of all simulators: a server on loopback that speaks a supplier's wire format, keeps a journal of its requests and actions, and causes faults
// on demand. Tests and users of a demo control it by /__control; no supplier has that path.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Clock, createClock } from './clock.ts'
import { createFaults, type Fault, goWrong, isFault } from './faults.ts'

export type Heard = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string; match: readonly string[] }
export type SimulatedAnswer = { status: number; body: unknown; headers?: Record<string, string> }
/** A route of a simulator. `call`: its name in the journal and in faults. */
export type Route = { call: string; method: string; path: RegExp; does: (heard: Heard) => SimulatedAnswer }

export type Part = {
  routes: readonly Route[]
  /** Returns the refusal of a request that is not allowed at all; such a request appears in no journal. Undefined lets the request through. */
  admit: (heard: Heard) => SimulatedAnswer | undefined
  /** The bodies of two answers: after a failure of the supplier itself, and for too many requests. */
  broken: unknown
  tooMany: unknown
  /** Returns the state of all orders, with which tests compare our books. */
  journal: () => unknown
  /** The commands that only this supplier has on the control route, by name. */
  control: Record<string, (given: Record<string, unknown>) => unknown>
  /** Deletes all orders and settings, as if the simulator had just started. */
  reset: () => void
}

/** Marks digits that must stand in an answer as a number in exactly this form, such as 3.60 with its last zero. */
export const exactly = (digits: string): string => `\u0001${digits}\u0001`
export const wireText = (value: unknown): string => JSON.stringify(value).replace(/"\\u0001(.*?)\\u0001"/g, '$1')

function laidOver(body: unknown, says: unknown): unknown {
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (Array.isArray(body) && Array.isArray(says)) return body.map((row, i) => (i in says ? laidOver(row, says[i]) : row))
  if (!isObject(body) || !isObject(says)) return says
  return { ...body, ...Object.fromEntries(Object.entries(says).map(([name, of]) => [name, laidOver(body[name], of)])) }
}

export async function startSimulator(make: (clock: Clock) => Part, port = 0) {
  const [clock, faults, asked, sockets] = [createClock(), createFaults(), [] as { call: string; status: number; at: string }[], new Set<Socket>()]
  const part = make(clock)
  /** For how many milliseconds each answer is held back; the request itself is carried out immediately. */
  let pace_ms = 0
  /** Changes to the true answers of a call. They are merged into the answer; if the answer is a list, into each of its rows. */
  let bent: { on: string; says: unknown }[] = []
  const bend = ({ on, says }: Record<string, unknown>) => {
    bent = [...bent.filter((each) => each.on !== on), ...(says ? [{ on: String(on), says }] : [])]
    return { bent: bent.length }
  }
  const setPace = (ms: number) => {
    pace_ms = ms
    return { ms }
  }

  const send = (response: ServerResponse, { status, body, headers = {} }: SimulatedAnswer) =>
    response.writeHead(status, { 'content-type': 'application/json', date: clock.now().toUTCString(), ...headers }).end(wireText(body))

  function control(name: string, given: Record<string, unknown>): unknown {
    if (name === 'journal') return part.journal()
    if (name === 'asked') return asked
    if (name === 'advance') return clock.advance(Number(given.ms) || 0)
    if (name === 'fault') return isFault(given) ? faults.add(given) : { wrong: 'fault' }
    if (name === 'pace') return setPace(Number(given.ms) || 0)
    if (name === 'bend') return bend(given)
    if (name === 'reset') {
      bent = []
      return [faults.clear(), asked.splice(0), part.reset()].length
    }
    return part.control[name]?.(given) ?? null
  }

  function answer(heard: Heard, response: ServerResponse): void {
    const route = part.routes.find(({ method, path }) => method === heard.method && path.test(heard.path))
    const refused = part.admit(heard)
    if (refused) return void send(response, refused)
    if (!route) return void send(response, { status: 404, body: { code: 404, message: 'no such address' } })
    clock.run()
    const fault = faults.take(route.call)
    const truly = fault && !fault.done ? { status: 0, body: {} } : route.does({ ...heard, match: (route.path.exec(heard.path) ?? []).slice(1) })
    const says = bent.find(({ on }) => on === route.call)?.says
    const said = says && truly.status < 300 ? { ...truly, body: laidOver(truly.body, says) } : truly
    asked.push({ call: route.call, status: said.status, at: clock.now().toISOString() })
    const say = () => (fault ? goWrong(fault.kind, response, wireText(part.broken), wireText(part.tooMany), wireText(said.body)) : void send(response, said))
    if (pace_ms > 0) setTimeout(say, pace_ms)
    else say()
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const [body, url] = [Buffer.concat(chunks).toString(), new URL(request.url ?? '/', 'http://simulator')]
    const [, name] = /^\/__control\/(\w+)$/.exec(url.pathname) ?? []
    if (name) return void send(response, { status: 200, body: control(name, objectIn(body)) ?? {} })
    answer({ method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body, match: [] }, response)
  })
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    control,
    fault: (on: string, kind: Fault['kind'], done: boolean, times = 1) => faults.add({ on, kind, done, times }),
    /** Returns how often a call has arrived, whether or not it was answered. */
    times: (call: string) => asked.filter((each) => each.call === call).length,
    close: () =>
      new Promise<void>((done) => {
        clock.stop()
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}

/** Returns the fields of a JSON body; no fields if the body is not an object. */
export function objectIn(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * Runs a simulator as a process. Its port is the first argument; without one, PORT from the environment; without that, any free port. The process prints the
 * port as its first line.
 */
export async function runAsProcess(module: string, make: (clock: Clock) => Part): Promise<void> {
  if (process.argv[1] !== fileURLToPath(module)) return
  // If the parent process has a channel to the simulator, the simulator ends with its parent, even if the parent is killed.
  if (process.connected) process.once('disconnect', () => process.exit())
  const { port } = await startSimulator(make, Number(process.argv[2] ?? process.env.PORT ?? 0))
  process.stdout.write(`${port}\n`)
}
