// A connection that speaks just enough HTTP, because the load of a benchmark must use as little of the shared machine as possible.
import { Socket } from 'node:net'
import { HOST, idOf, keyTokenOf, tokenOf } from './world.ts'

const BOUNDARY = 'till'
const field = (name: string, value: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** The header lines that say who makes a request: the user of a shop in a session, as a till does, or a shop's own system with its API key. */
export const asUser = (shop: number) => `authorization: Bearer ${tokenOf(shop)}\r\ncustomer: ${idOf.shop(shop)}\r\nsession: ${idOf.session(shop)}\r\n`
export const asSystem = (shop: number) => `authorization: Bearer ${keyTokenOf(shop)}\r\n`

export const headOf = (method: string, path: string, caller: string) => `${method} /api${path} HTTP/1.1\r\nhost: ${HOST}\r\n${caller}`

/** The text of a request that posts a form as the till does. */
export function posted(path: string, caller: string, fields: Readonly<Record<string, string>>): string {
  const body = `${Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')}--${BOUNDARY}--\r\n`
  return `${headOf('POST', path, caller)}content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** Parses the JSON body of an HTTP answer. */
export const saidIn = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

export async function connect(port: number): Promise<{ ask: (request: string) => Promise<string>; close: () => void }> {
  const socket = new Socket()
  await new Promise<void>((resolve, reject) => socket.once('error', reject).connect(port, '127.0.0.1', resolve))
  socket.setNoDelay(true).setEncoding('utf8')
  let answered: (answer: string) => void = () => undefined
  let failed: (error: Error) => void = () => undefined
  let got = ''
  socket.on('data', (text: string) => {
    got += text
    const end = got.indexOf('\r\n\r\n')
    const length = end < 0 ? undefined : /content-length: (\d+)/i.exec(got)?.[1]
    // The world's texts are plain ASCII, so each character is one byte.
    if (length === undefined || got.length < end + 4 + Number(length)) return
    const answer = got
    got = ''
    answered(answer)
  })
  socket.removeAllListeners('error').on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('the server closed the connection')))
  const ask = (request: string) =>
    new Promise<string>((resolve, reject) => {
      answered = resolve
      failed = reject
      socket.write(request)
    })
  return { ask, close: () => socket.destroy() }
}
