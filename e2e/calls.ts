// The typed calls of whoever is signed in on a page, sent from there: with its token, its cookies and its host.
import type { Page } from 'playwright-core'
import { type Calls, calls } from '../contract/index.ts'
import { type Client, createClient } from '../contract/kit/client.ts'
import type { NewPage } from './browser.ts'

export function callsOn(page: Page): Client<Calls> {
  const send = async (path: string, { method = 'POST', body }: RequestInit) => {
    const fields = body instanceof FormData ? await Promise.all([...body].map(async ([name, value]) => [name, await travelling(value)] as const)) : undefined
    const answer = await page.evaluate(
      async ({ path, method, fields }) => {
        const form = new FormData()
        for (const [name, value] of fields ?? []) form.set(name, typeof value === 'string' ? value : new File([value.text], value.name))
        const kept = (name: string) => localStorage.getItem(name) ?? ''
        const headers = { Authorization: `Bearer ${kept('accessToken')}`, Customer: kept('customer_id'), Session: kept('session_id') }
        const response = await fetch(path, { method, headers, ...(fields && { body: form }) })
        return { status: response.status, text: await response.text() }
      },
      { path, method, fields },
    )
    return new Response(answer.text, { status: answer.status })
  }
  return createClient(calls, send, () => ({}))
}

/** Form values as a page can receive them: a file is passed as its text. */
const travelling = async (value: FormDataEntryValue) => (typeof value === 'string' ? value : { name: value.name, text: await value.text() })

const TRIES = 40
const PAUSE_MS = 250

/** The newest message of a kind to somebody, as the platform reads it on this page; waits until it is written. */
export async function letterOn(page: Page, recipient: string, kind: string): Promise<string> {
  const { messagesList, messageRead } = callsOn(page)
  for (let i = 0; i < TRIES; i++) {
    const { content } = await messagesList({ search_text: recipient })
    const found = content.find((message) => message.kind === kind)
    if (found) return (await messageRead({ message_id: found.message_id })).text
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  throw new Error(`no ${kind} for ${recipient}`)
}

export async function letterTo(newPage: NewPage, recipient: string, kind: string): Promise<string> {
  const page = await newPage({ as: 'platform', host: 'platform.localhost' })
  await page.goto('/version')
  const text = await letterOn(page, recipient, kind)
  await page.context().close()
  return text
}

export const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''
export const linkIn = (text: string): string => /\/registration\/set-password\/[\w.-]+/.exec(text)?.[0] ?? ''
