// The contract for people: a page at /api/docs and the OpenAPI document that it shows, both made from the contract. The page has no script, so it cannot read
// anybody's session although it lies on the portal's own host.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import { errors } from '../../contract/kit/errors.ts'
import { openapi } from '../../contract/kit/openapi.ts'

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif } body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
details { border-top: 1px solid } summary { padding: 0.4rem 0; cursor: pointer } pre { overflow-x: auto } code { font-size: 0.95em }`

/**
 * The page's content security policy: it allows only the page's own style, and its sandbox gives the page an origin of its own, so that nothing
 * injected into it could read the portal.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: unknown) => String(value).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
const json = (value: unknown) => `<pre>${text(JSON.stringify(value, null, 1))}</pre>`
const schema = (type: z.ZodMiniType) => json(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }))

const entry = ([name, c]: [string, Call]) => `<details id="${text(name)}">
<summary><code>${c.method ?? 'POST'} /api${text(c.path)}</code> ${text(c.summary)}</summary>
<p>For ${c.access === 'all' ? 'everybody signed in' : c.access === 'public' ? 'everybody' : `<code>${text(JSON.stringify(c.access))}</code>`}</p>
<h3>Input</h3>${schema(c.input)}
<h3>Answer</h3>${schema(c.output)}
${c.errors ? `<h3>Refusals</h3><ul>${c.errors.map((code) => `<li><code>${code}</code> ${errors[code].status}: ${text(errors[code].text)}</li>`).join('')}</ul>` : ''}
</details>`

export const docsPage = (calls: Record<string, Call>): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><h1>API</h1>
<p>Forms travel as multipart, urlencoded or JSON. The same for programs: <a href="/api/openapi.json">openapi.json</a></p>
${Object.entries(calls).map(entry).join('\n')}
</body></html>`

const written = new WeakMap<Record<string, Call>, { document: object; page: string }>()

export async function registerDocs(server: FastifyInstance, calls: Record<string, Call>): Promise<void> {
  // The page is made once per contract, however many servers a process has, because making the page takes as long as the rest of a start.
  const { document, page } = written.get(calls) ?? { document: openapi(calls), page: docsPage(calls) }
  written.set(calls, { document, page })
  server.get('/api/openapi.json', async () => document)
  server.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page))
}
