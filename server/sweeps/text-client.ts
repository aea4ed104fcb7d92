// A client made from the specification's text alone: its paths and names, blanks for what it leaves out, JSON as other languages write it. Nothing here reads
// the contract.
import { randomInt } from 'node:crypto'
import { keepCookies, type World } from '../test/world.ts'

export type Answer = Record<string, unknown> & { status: number; message_type: number; message: string; account_status: number }
export type Ask = (path: string, fields?: Record<string, unknown>, method?: 'GET' | 'POST') => Promise<Answer>

/** A client with multipart forms, the headers of the specification, and cookies as any browser keeps them. */
export function textClient(w: Pick<World, 'fetch'>) {
  const headers: Record<string, string> = {}
  const ask: Ask = async (path, fields = {}, method = 'POST') => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.append(name, value instanceof Blob ? value : typeof value === 'object' ? JSON.stringify(value) : String(value))
    const answer = await w.fetch(`/api${path}`, { method, headers, ...(method === 'POST' ? { body: form } : {}) })
    keepCookies(headers, answer)
    return { ...((await answer.json()) as Answer), status: answer.status }
  }
  async function login(username: string, password = 'Demo!2026') {
    const answer = await ask('/login/', { username, password, hash: 'abc', recaptcha_token: '', token: '' })
    headers.authorization = `Bearer ${answer.token}`
    const info = await ask('/auth_check/')
    Object.assign(headers, { customer: String(info.customer_id), session: String(answer.session_id) })
    return { ...answer, info }
  }
  return { ask, login, headers }
}

export const ok = { status: 200, message_type: 1 }
export const rows = (answer: Answer, name = 'content') => answer[name] as Record<string, unknown>[]
export const idOf = (row: Record<string, unknown> | undefined, name: string) => String(row?.[name])
export const digits = (n: number) => Array.from({ length: n }, () => randomInt(10)).join('')
export const csv = (lines: string[]) => new File([`${lines.join('\n')}\n`], 'pins.csv', { type: 'text/csv' })
