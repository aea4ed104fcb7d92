// The contract as an OpenAPI 3.1 document, for the page at /api/docs and the committed docs/openapi.json.
import * as z from 'zod/mini'
import { type Call, undone } from './call.ts'
import { errors } from './errors.ts'

/** The JSON schema of what travels on the wire. */
export const schema = (type: z.ZodMiniType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })

/** The input of a call. The transaction key is optional for people: without one the server makes it and returns it. Clients with an API key must send one. */
function inputOf({ input, makesKey }: Call) {
  const whole = schema(input)
  return makesKey ? { ...whole, required: whole.required?.filter((name) => name !== 'transaction_key') } : whole
}
function outputOf({ output, makesKey }: Call) {
  const whole = schema(output)
  return makesKey ? { ...whole, properties: { ...whole.properties, transaction_key: { type: 'string' } } } : whole
}

function operation(name: string, c: Call) {
  const codes = [...(c.access === 'public' ? [] : (['signed_out', 'forbidden'] as const)), 'invalid_input' as const, ...(c.errors ?? [])]
  const statuses = [...new Set(codes.map((code) => errors[code].status))]
  const types = c.upload && c.upload !== 'may' ? ['multipart/form-data'] : ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json']
  return {
    operationId: name,
    summary: c.summary,
    'x-access': c.access,
    ...securityOf(c),
    ...(c.method === 'GET' ? {} : { requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: inputOf(c) }])) } }),
    responses: {
      200: { description: 'message_type 1 and the fields of the answer', content: { 'application/json': { schema: outputOf(c) } } },
      ...(c.undone ? { 202: { description: `message_type 2: not done. ${Object.values(undone).join('. ')}` } } : {}),
      ...Object.fromEntries(statuses.map((status) => [status, { description: codes.filter((code) => errors[code].status === status).join(', ') }])),
    },
  }
}

/** The ways to sign in for a call; only calls that are in the guide can be made with an API key. */
function securityOf({ access, machine }: Call) {
  if (access === 'public') return { security: [] }
  return machine ? { security: [{ session: [], cookie: [] }, { key: [] }], tags: [machine] } : {}
}

export const openapi = (calls: Record<string, Call>) => ({
  openapi: '3.1.0',
  info: { title: 'Portal', version: '1' },
  components: {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', description: 'For people: the `token` of /login/. It opens nothing without the cookie that came with it' },
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: 'portal_session',
        description: 'The browser’s half of a session; over https its name is __Host-portal_session',
      },
      key: {
        type: 'http',
        scheme: 'bearer',
        description:
          'For a customer’s own systems: the key of /update_customer_api_details/, from its addresses, with its scopes and within its limits. No cookie',
      },
    },
  },
  security: [{ session: [], cookie: [] }],
  paths: Object.fromEntries(Object.entries(calls).map(([name, c]) => [`/api${c.path}`, { [c.method === 'GET' ? 'get' : 'post']: operation(name, c) }])),
})
