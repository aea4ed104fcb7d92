// A TCP proxy in front of the test's PostgreSQL. It can act as a network that loses everything: connections stay open, but no data passes.
import { createServer, type Socket, connect as toServer } from 'node:net'

export type Line = {
  /** Returns the URL that leads to the same database through the proxy. */
  urlOf: (url: string) => string
  /** Stops all data, for good, on the connections that exist and on those that are opened until heal() is called. */
  swallow: () => void
  heal: () => void
  close: () => Promise<void>
}

export async function openProxy(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<{ sides: [Socket, Socket]; isSilent: boolean }>()
  let isSwallowing = false
  const server = createServer((client) => {
    const database = toServer(Number(port), hostname)
    const pair = { sides: [client, database] as [Socket, Socket], isSilent: isSwallowing }
    pairs.add(pair)
    for (const [from, to] of [pair.sides, [database, client] as const]) {
      from.on('data', (bytes) => {
        if (!pair.isSilent) to.write(bytes)
      })
      from.on('error', () => undefined)
      // A connection that is cut off in this way does not even report that one side closed.
      from.on('close', () => {
        if (!pair.isSilent) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    urlOf: (url) => url.replace(`:${port}/`, `:${own}/`),
    swallow: () => {
      isSwallowing = true
      for (const pair of pairs) pair.isSilent = true
    },
    heal: () => {
      isSwallowing = false
    },
    close: () => {
      for (const { sides } of pairs) for (const side of sides) side.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
