// The contract as routes: find the shop, sign in, check rights, decode the input, run the handler, and answer only declared fields.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Calls } from '../../contract/index.ts'
import { alwaysChanges, type Call, changesWith, type InputOf, type OutputOf, undone } from '../../contract/kit/call.ts'
import { errors } from '../../contract/kit/errors.ts'
import type { UploadedFile } from '../../contract/kit/field.ts'
import { problemsOf } from '../../contract/kit/problems.ts'
import { Refusal } from '../kit/errors.ts'
import { problemSentence } from '../kit/problem-texts.ts'
import { type Audit, createAudit } from '../postgres/audit.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db, ReadDb } from '../postgres/db.ts'
import { type Admitted, admit, admitChange, type From } from './admit.ts'
import { counted, declaredBytes } from './body-size.ts'
import { maskAnswer } from './contact-mask.ts'
import { type Cookies, cookiesOf } from './cookies.ts'
import { type Fields, FORM_BYTES_MAX, jsonFields, multipartFields, urlencodedFields } from './forms.ts'
import type { Host } from './hosts.ts'
import { createPace } from './pace.ts'
import { periodProblems } from './periods.ts'
import { andAlso, moveTo, type Place, paceOf, placeIn, whoseOf } from './place.ts'
import { createPlaces, LARGE_BYTES, laneOf } from './places.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './sessions.ts'
import { spoolOf } from './spool.ts'
import { issueKey } from './transaction-key.ts'
import { registerUploads, type UploadOf } from './uploads.ts'
import { wireOf } from './wire.ts'

/** The type of a call's actor: null for a public call, and never null for any other. */
type ActorOf<C extends Call> = C['access'] extends 'public' ? null : SignedIn

export type Context<C extends Call = Call> = Omit<Services, 'db'> & {
  /** A call that only reads gets a database that it cannot write to. */
  db: C extends { changes?: never } ? ReadDb : Db
  actor: ActorOf<C>
  /** The tenant the request acts in; for a public call, the tenant of the host name. */
  tenant_id: number
  host: Host
  now: Clock
  request: From
  cookies: Cookies
  /** Logs what this call changed; person, time and IP address are filled in. If it logs nothing, `true` and `with` (kit/call.ts) log it by its name alone. */
  audit: C extends { changes?: never } ? never : Audit
}

/** The input as a handler receives it: a file is a stream here, while the contract describes the Blob that the browser sends. */
type Received<Input> = { [K in keyof Input]: Exclude<Input[K], undefined> extends Blob | UploadedFile ? UploadedFile : Input[K] }

export type Handler<C extends Call> = (input: Received<InputOf<C>>, context: Context<C>) => Promise<OutputOf<C>>

/** The type of all handlers, one for each call; a module provides the handlers of its own calls: `Pick<Handlers, 'login' | …>`. */
export type Handlers<T = Calls> = { [K in keyof T]: T[K] extends Call ? Handler<T[K]> : never }

type AnyHandler = (input: never, context: never) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    call?: string
    /** The error message that the call answers after an unexpected failure. */
    failure?: string
  }
  interface FastifyRequest {
    asked: Admitted | null
    /** The place for simultaneous requests that this request takes (places.ts); given back when both the answer is sent and the work is done. */
    place: Place | null
  }
}

/** Answers from this size on are compressed: an answer with twenty rows has ten kilobytes, and two when compressed. */
const COMPRESSED = { threshold: 1_400, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] }

/** Values that tests change: how long a sender may stall, in milliseconds, and the factor for all limits on simultaneous requests (places). */
export type Door = { slow_ms?: number; places_times?: number }

export function mount<T extends Record<string, Call>>(
  app: FastifyInstance,
  calls: T,
  handlers: Handlers<T>,
  practice: Partial<Handlers<T>>,
  services: Services,
  { slow_ms, places_times }: Door = {},
): void {
  const places = createPlaces((lane, share) => services.metrics.placesRefused.inc({ lane, share }), places_times)
  const pace = createPace((request) => request.destroy(), slow_ms)
  const all = Object.entries<Call>(calls)
  // This has every key of a context from the start, so that a request only changes values in a copy: adding keys to such a copy takes 60 times as long.
  const around = { ...services, now: services.clock, actor: null, tenant_id: 0, host: null, request: null, cookies: null, audit: null }

  function route(scope: FastifyInstance, [name, c]: [string, Call], fieldsOf: (request: FastifyRequest) => Promise<Record<string, unknown>>) {
    const handler = (handlers as Record<string, AnyHandler>)[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    const play = (practice as Record<string, AnyHandler>)[name]
    const wire = wireOf(c)
    const lane = laneOf(c)
    /**
     * Takes a second place for a large form of a signed-in user, unless the call has a file, because the lanes for files have few places anyway. A large
     * anonymous form is refused.
     */
    const takeLarge = (request: FastifyRequest) => {
      if (lane === 'public') throw new Refusal('too_large')
      if (!c.upload) andAlso(request.place as Place, places.take('large', whoseOf(request)))
    }
    scope.route({
      method: c.method ?? 'POST',
      url: `/api${c.path}`,
      exposeHeadRoute: false,
      // Answers with PINs are not compressed, because the compressed size would reveal something about the PINs. A till's answers are too small to compress.
      compress: c.reveals || c.changes === 'booked' ? false : COMPRESSED,
      config: { call: name, failure: failureOf(c) },
      // Rights are checked before the body is read, so the body of a request without rights is never read.
      onRequest: async (request, reply) => {
        pace.watch(request.raw, paceOf(c))
        request.place = placeIn(places, request, reply)
        request.asked = await admit(request, c, services)
        moveTo(request.place, places.take(lane, whoseOf(request)))
        if ((declaredBytes(request.headers) ?? 0) > LARGE_BYTES) takeLarge(request)
      },
      preParsing: async (request, _, body) =>
        c.upload || declaredBytes(request.headers) !== undefined ? body : counted(body as Readable, LARGE_BYTES, () => takeLarge(request)),
      handler: async (request, reply) => {
        const place = request.place as Place
        place.isWorking = true
        try {
          const asked = request.asked as Admitted
          const fields = wire(await fieldsOf(request))
          if (c.makesKey && asked.actor && !asked.actor.key) fields.transaction_key ||= issueKey(services.keys, asked.actor)
          const input = decode(c, fields) as object
          const changes = changesWith(c, input)
          const actor = changes && !alwaysChanges(c) ? await admitChange(request, c, asked, services) : asked.actor
          if (actor?.is_training && !play) refuseInPractice(c, changes)
          const { tenant_id, host, request: from } = asked
          const { audit, hasWritten } = createAudit(services, tenant_id, { action: name, actor, address: from.address, device: from.device })
          const context = { ...around, actor, tenant_id, host, request: from, cookies: cookiesOf(request, reply), audit }
          const output = await (actor?.is_training && play ? play : handler)(input as never, context as never)
          if (changes && c.changes !== 'booked' && !hasWritten()) await audit({ subject: subjectOfCall(c, actor) })
          void reply.header('cache-control', 'no-store')
          const encoded = z.encode(c.output, output as never) as object
          const answer = actor?.view ? (maskAnswer(c.output, encoded) as object) : encoded
          const { message_type, message } = said(c, output, reply)
          const key = c.makesKey ? fields.transaction_key : undefined
          return { message_type, message, account_status: 1, ...answer, ...(key === undefined ? undefined : { transaction_key: key }) }
        } finally {
          place.isWorking = false
          if (place.isAnswered) place.leave()
        }
      },
    })
  }

  app.decorateRequest('asked', null)
  app.decorateRequest('place', null)
  app.addHook('onClose', async () => pace.stop())
  void app.register(async (scope) => {
    registerForms(scope)
    for (const entry of all)
      if (!entry[1].upload)
        route(scope, entry, async (request) => (entry[1].method === 'GET' ? queryFields(request) : ((request.body as Fields | undefined) ?? {})))
  })
  void app.register(async (scope) => {
    registerForms(scope, false)
    const fieldsOf = await registerUploads(scope, spoolOf(services.dataDir))
    for (const entry of all) if (entry[1].upload) route(scope, entry, (request) => fieldsOf(request, uploadOf(entry[1])))
  })
}

/** The message type and message of an answer. If a call did not fail and still did not do what was asked, its answer has status 202 and message type 2. */
function said(c: Call, output: unknown, reply: FastifyReply): { message_type: 1 | 2; message: string } {
  const why = c.undone?.(output as never)
  if (why) void reply.status(202)
  return why ? { message_type: 2, message: undone[why] } : { message_type: 1, message: '' }
}

/** The message for an unexpected failure, as the specification prescribes it for a call that reads, books or changes. */
function failureOf(c: Call): string {
  if (c.failure) return c.failure
  if (c.changes === 'booked' || c.makesKey) return 'Transaction failed'
  return alwaysChanges(c) ? errors.internal.text : 'Error fetching data'
}

/** The audit subject of a changing call that named no subject: the call itself, with the id of the caller. */
const subjectOfCall = ({ path }: Call, actor: SignedIn | null) => ({ kind: 'call', id: actor?.user_id ?? '', name: path })

/**
 * In a practice session, refuses every call that may change something, also if only its handler decides that. A call whose changes are 'unrecorded' is allowed.
 */
function refuseInPractice(c: Call, changes: boolean): void {
  if (c.changes === 'decides' || (changes && c.changes !== 'unrecorded')) throw new Refusal('training_only')
}

/** The input as the contract decodes it; throws a Refusal that names the invalid fields. */
export function decode(c: Call, fields: Record<string, unknown>): unknown {
  const input = z.safeDecode(c.input, fields as z.input<typeof c.input>, { reportInput: true })
  if (!input.success) throw new Refusal('invalid_input', { problems: problemsOf(input.error.issues), message: firstProblem(c, input.error.issues) })
  const problems = periodProblems(input.data)
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
  return input.data
}

/** The sentence about the first problem. A bound in the sentence is in wire form, so an amount has its decimals. */
function firstProblem(c: Call, issues: Parameters<typeof problemsOf>[0]): string {
  const [problem] = problemsOf(issues)
  const schema = problem && (c.input.shape as Record<string, z.ZodMiniType>)[problem.field]
  const bound = schema && problem.limit !== undefined ? z.safeEncode(schema, problem.limit as never) : undefined
  return problem ? problemSentence(problem, bound?.success ? String(bound.data) : undefined) : errors.invalid_input.text
}

/** How the form of a call with a file is read: the one field that takes no text is the file. */
function uploadOf({ input, upload }: Call): UploadOf {
  const shape = input.shape as Record<string, z.ZodMiniType>
  return { names: Object.keys(shape).filter((name) => !isFile(shape[name] as z.ZodMiniType)), mayLack: upload === 'may', isDelivery: upload === 'delivery' }
}

const isFile = (schema: z.ZodMiniType) => z.safeDecode(schema, { filename: '', bytes: [] } as never).success

const queryFields = (request: FastifyRequest) => urlencodedFields(request.raw.url?.split('?')[1] ?? '')

/** Registers the readers of forms. `withMultipart`: whether multipart forms are read too, whole in memory; for calls that take no file. */
function registerForms(scope: FastifyInstance, withMultipart = true): void {
  const asBuffer = { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX } as const
  const asText = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const
  scope.removeAllContentTypeParsers()
  if (withMultipart)
    scope.addContentTypeParser('multipart/form-data', asBuffer, async (request: FastifyRequest, body: Buffer) =>
      multipartFields(body, String(request.headers['content-type'])),
    )
  scope.addContentTypeParser('application/x-www-form-urlencoded', asText, async (_: FastifyRequest, body: string) => urlencodedFields(body))
  scope.addContentTypeParser('application/json', asText, async (_: FastifyRequest, body: string) => jsonFields(body))
}
