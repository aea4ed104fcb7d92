// The API page shows the whole contract and can run no script.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../../contract/index.ts'
import { fileWorld } from '../test/world.ts'
import { docsPage } from './docs.ts'

const w = await fileWorld()

test('the API page names every call, runs no script, and is sandboxed, so that it can do nothing in the portal’s name', async () => {
  const answer = await w.fetch('/api/docs')
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { path } of Object.values(calls)) expect(page).toContain(`/api${path}`)
  expect(page).not.toMatch(/<script|\son\w+=|javascript:|<iframe|<object|<embed|https?:\/\/(?!json-schema\.org)/i)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).not.toMatch(/unsafe|script-src|allow-/)
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([`default-src 'none'`, `base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'none'`, 'sandbox']),
  )
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
})

test('markup in the texts of a call is shown as plain text on the API page', () => {
  const hostile = { ...calls.balance, summary: '<script>alert("1")</script>', output: z.object({ '<img onerror=x>': z.string() }) }
  expect(docsPage({ hostile })).not.toMatch(/<script|<img/)
})
