// The guide for customers' own systems is followed word for word: its programs run unchanged with a sandbox key, against a server on a port.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import type { Call } from '../../../../contract/kit/call.ts'
import { programs, shell } from '../../../../web/modules/people/api-keys/samples.ts'
import { goods } from '../../../test/arrange.ts'
import { printOfTables } from '../../../test/practice.ts'
import { topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld, HOST } from '../../../test/world.ts'

const run = promisify(execFile)
const RUN_MS = 60_000
const root = join(import.meta.dirname, '../../../..')
const dir = mkdtempSync(join(tmpdir(), 'portal-guide-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const w = await fileWorld()
const { taken } = await topUpsThere(w)
await goods(w, { pins: 2 })
const shop = await w.signIn('kiosque')
const portal = (await w.server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', HOST)

const sandbox = async () => (await shop.calls.apiKeyMake({ is_sandbox: true })).key
const within = (KEY: string) => ({ cwd: root, timeout: RUN_MS, env: { ...process.env, PORTAL: portal, KEY } })
const inShell = (code: string, key: string) => run('sh', ['-e', '-c', code], within(key))
const script = shell.map(({ code }) => code).join('\n')
const codeOf = (name: string) => programs.find(({ language }) => language === name)?.code ?? ''

/** What a PIN of the sandbox looks like, and the only tables whose rows the sandbox may change. */
const PIN = /TRAINING\d{8}/
const OWN = ['training_sales', 'sessions', 'api_paces']

test('with the guide’s shell script alone a newcomer buys a PIN and sends a top-up in the sandbox, and nothing is really sold', async () => {
  const key = await sandbox()
  const before = await printOfTables(w, OWN)
  const { stdout } = await inShell(script, key)
  expect(stdout).toMatch(PIN)
  const answers = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  expect(answers).toHaveLength(4)
  expect(answers[1]).toMatchObject({ message_type: 1, training_no: 'T-000001' })
  expect(answers[2]).toMatchObject({ outcome: 'sold', sale: { training_no: 'T-000001' } })
  expect(answers[3]).toMatchObject({ top_up: { state: 'successful', training_no: 'T-000002' } })
  expect(await printOfTables(w, OWN)).toEqual(before)
  expect(taken()).toEqual([])
})

test('the guide’s TypeScript program too buys a PIN and sends a top-up in the sandbox', async () => {
  const file = join(dir, 'buy.mts')
  writeFileSync(file, codeOf('TypeScript'))
  const { stdout } = await run('npx', ['tsx', file], within(await sandbox()))
  expect(stdout).toMatch(PIN)
  expect(stdout.trim().split('\n').at(-1)).toMatch(/ successful$/)
})

/** The calls that a program makes and the names of the fields it sends, in order. */
const asked = (code: string) =>
  [...code.matchAll(/call\('(\/[\w/]+\/)'(?:, *[{[]([^}]*?)[}\]]\))?/g)].map(([, path, fields = '']) => [
    path,
    fields.split(',').flatMap((field) => /^\s*'?([a-z_]+)/.exec(field)?.[1] ?? []),
  ])

test('the guide’s PHP program makes the same calls with the same fields as the TypeScript program', () => {
  const php = asked(codeOf('PHP'))
  expect(php.map(([path]) => path)).toHaveLength(8)
  expect(php).toEqual(asked(codeOf('TypeScript')))
  // Control: a wrong field name in one program would be noticed.
  expect(asked(codeOf('PHP').replace("'mobile_number_again' =>", "'again' =>"))).not.toEqual(php)
})

test('every call that the guide uses is in the guide’s list of calls, and an API key may make each of them', () => {
  const paths = [script, ...programs.map(({ code }) => code)].flatMap((code) => [...code.matchAll(/(?<=call ?\(?'?)\/\w+\/(?=['\s)])/g)].map(([path]) => path))
  expect(new Set(paths).size).toBe(6)
  const known = Object.values<Call>(calls).filter(({ machine }) => machine)
  expect([...new Set(paths)].filter((path) => !known.some((one) => one.path === path))).toEqual([])
})

test('control: with a key that was revoked the guide’s script ends with an error', async () => {
  const key = await sandbox()
  await shop.calls.apiKeyRevoke({ is_sandbox: true })
  await expect(inShell(script, key)).rejects.toMatchObject({ stderr: expect.stringContaining('401') })
})
