// Six users, who sign in again every day in the same browser; each has an HTTP client written by the specification alone. Also functions that read answers.
import { type Answer, type Ask, rows, textClient } from '../../sweeps/text-client.ts'
import { HOST, type World } from '../world.ts'
import type { Name } from './book.ts'

/** Tills: each user name with its shop. */
export const TILLS = { kiosque: 'kiosque', 'kiosque-caisse': 'kiosque', gare: 'gare', port: 'port' } as const satisfies Record<string, Name>
export type Till = keyof typeof TILLS
export const tills = Object.keys(TILLS) as Till[]
export type User = Till | 'nord' | 'sud' | 'platform'
export const users = ['platform', 'nord', 'sud', ...tills] as const satisfies readonly User[]

export type Row = Record<string, unknown>

/** Reads an amount of an answer, which is a decimal text with two to four decimals. */
export function amountOf(told: unknown): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)\.(\d{2,4})$/.exec(String(told)) ?? []
  if (whole === undefined) throw new Error(`no amount: ${told}`)
  const amount = Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'))
  return sign ? 0 - amount : amount
}
export const maybe = (told: unknown): number | null => (told === null ? null : amountOf(told))
/** Returns the object that an answer has under a name. */
export const objectOf = (row: Row | undefined, name: string) => (row?.[name] ?? {}) as Row
export const listOf = (row: Row | undefined, name = 'content') => (row?.[name] ?? []) as Row[]

export class People {
  readonly ids = {} as Record<Name, string>
  private readonly asks = {} as Record<User, Ask>
  private readonly cookies: Partial<Record<User, string>> = {}
  /** Stored answers that are returned again instead of asking; null: every question is asked. */
  private heard: Map<string, Answer> | null = null
  private readonly w: World

  constructor(w: World) {
    this.w = w
  }

  async signIn(user: User): Promise<Row> {
    const { ask, login, headers } = textClient(this.w, undefined, user === 'platform' ? 'platform.localhost' : HOST)
    const cookie = this.cookies[user]
    if (cookie) headers.cookie = cookie
    const { info } = await login(user)
    this.cookies[user] = headers.cookie ?? ''
    this.asks[user] = ask
    if (user === 'platform') await this.done(user, '/choose_tenant/', { tenant_id: 1 })
    const name = user in TILLS ? TILLS[user as Till] : (user as Name)
    this.ids[name] = String((info as Row).customer_id)
    return info as Row
  }

  async ask(user: User, path: string, fields: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'POST'): Promise<Answer> {
    const question = `${user} ${path} ${JSON.stringify(fields)}`
    const answer = this.heard?.get(question) ?? (await this.asks[user](path, fields, method))
    this.heard?.set(question, answer)
    return answer
  }

  /** Sends the request even if an answer to it is stored. */
  async anew(user: User, path: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    return this.asks[user](path, fields)
  }

  /** Makes each request only once from now on and stores its answer; called while no test changes anything. `anew`: deletes the answers stored so far. */
  remember(anew = false): void {
    if (anew || !this.heard) this.heard = new Map()
  }

  /** Makes a call and returns its answer; throws the message of a call that failed. */
  async done(user: User, path: string, fields: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'POST'): Promise<Answer> {
    const answer = await this.ask(user, path, fields, method)
    if (answer.status !== 200 || answer.message_type !== 1)
      throw new Error(
        `${user} ${path} ${JSON.stringify(fields)}: ${answer.status} ${answer.code ?? ''} ${answer.message} ${JSON.stringify(answer.problems ?? '')}`,
      )
    return answer
  }

  /** Reads every page of a list; returns the rows of all pages, and the last answer. */
  async all(user: User, path: string, fields: Record<string, unknown> = {}, limit = 50, word = 'content'): Promise<{ content: Row[]; last: Answer }> {
    const content: Row[] = []
    for (let page = 0; ; page++) {
      const last = await this.done(user, path, { ...fields, page, limit })
      content.push(...rows(last, word))
      if (content.length >= Number(objectOf(last, 'filters').total_count)) return { content, last }
      if (rows(last, word).length === 0) throw new Error(`${path} has an empty page ${page}`)
    }
  }
}
