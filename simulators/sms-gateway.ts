// A text message gateway as a process of its own: Twilio's Messages API as far as we use it. The last digits of a telephone number decide the outcome,
// as with Twilio's own test numbers. GET /messages lists the messages that it accepted; its port is the first line it prints.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const [account = 'AC_TEST', token = 'secret'] = process.argv.slice(2)
const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
const path = `/2010-04-01/Accounts/${account}/Messages.json`

type Taken = { To: string; From: string; Body: string }
const taken: Taken[] = []
const tries = new Map<string, number>()

/**
 * The status with which the gateway answers, by the last four digits of a telephone number; all other numbers are accepted, those that end in MOODY only at the
 * third try.
 */
const fates: Record<string, number> = { '0400': 400, '0429': 429, '0500': 500, '0307': 307 }
/** The ending of numbers for which the gateway fails twice and then accepts. */
const MOODY = '0503'
const MOODS = 2

function statusOf({ To }: Taken): number {
  const end = To.slice(-4)
  if (end !== MOODY) return fates[end] ?? 201
  tries.set(To, (tries.get(To) ?? 0) + 1)
  return (tries.get(To) ?? 0) > MOODS ? 201 : 503
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function answer(response: ServerResponse, status: number, body: object): void {
  const where = status === 307 ? { location: '/elsewhere' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...where }).end(JSON.stringify(body))
}

const server = createServer(async (request, response) => {
  const text = await bodyOf(request)
  if (request.method === 'GET' && request.url === '/messages') return answer(response, 200, taken)
  if (request.url === '/elsewhere') {
    taken.push({ To: 'elsewhere', From: '', Body: text })
    return answer(response, 201, {})
  }
  if (request.method !== 'POST' || request.url !== path) return answer(response, 404, { code: 20404 })
  if (request.headers.authorization !== authorization) return answer(response, 401, { code: 20003 })
  const fields = new URLSearchParams(text)
  const message = { To: fields.get('To') ?? '', From: fields.get('From') ?? '', Body: fields.get('Body') ?? '' }
  const status = statusOf(message)
  if (status === 201) taken.push(message)
  return answer(response, status, { sid: `SM${taken.length}`, status: status === 201 ? 'queued' : 'failed' })
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
