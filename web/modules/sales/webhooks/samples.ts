// How a customer's own system checks a webhook. The sample runs unchanged (server/modules/sales/webhooks/sample.test.ts).
export const verification = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

function isFromPortal(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const isGenuine = isFromPortal(request.headers, body)
  response.writeHead(isGenuine ? 204 : 401).end()
  // The same webhook-id may come twice: keep the ids that you have handled.
  if (isGenuine) console.log(request.headers['webhook-id'], JSON.parse(body))
}).listen(Number(process.env.PORT ?? 8080))
`
