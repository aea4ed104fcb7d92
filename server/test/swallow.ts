// Acts as a network that loses exactly one answer: the database has done the work, but the caller never gets the answer.
import { connect, createServer, type Socket } from 'node:net'

/** PostgreSQL's message ReadyForQuery, outside a transaction. When it is sent, the statement before it is committed. */
const COMMITTED = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

export type Swallowing = { url: string; next: (...statements: readonly string[]) => void; swallowed: () => number; end: () => Promise<void> }

/**
 * Opens a proxy to the database of `url`. next(text) loses the answer to the next statement that contains the text, and then the connection. next(one, two)
 * loses the answer to the first statement that contains `two` after a statement that contained `one`.
 */
export async function swallowing(url: string): Promise<Swallowing> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let wanted: readonly string[] = []
  let swallowed = 0
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    let isLost = false
    let tail = Buffer.alloc(0)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [client, database].map((each) => each.destroy()))
    }
    client.on('data', (asked) => {
      const [text, ...more] = wanted
      if (text !== undefined && asked.includes(text)) {
        wanted = more
        isLost = more.length === 0
      }
      database.write(asked)
    })
    database.on('data', (answer) => {
      if (!isLost) return client.write(answer)
      tail = Buffer.concat([tail, answer]).subarray(-COMMITTED.length)
      if (!tail.equals(COMMITTED)) return
      swallowed++
      client.resetAndDestroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: through.href,
    next: (...statements) => {
      wanted = statements
    },
    swallowed: () => swallowed,
    end: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
