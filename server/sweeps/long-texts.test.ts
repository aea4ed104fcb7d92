// The longest text that a form may have is sent in every field of every call. It must be refused or read in a time that grows with its length and not with the
// square of its length, as a careless regular expression would need. Only the processor time of the reading counts, so a busy machine does not matter.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { isSafe } from 'redos-detector'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import { jsonFields, multipartFields, urlencodedFields } from '../http/forms.ts'
import { decode } from '../http/mount.ts'
import { allCalls, missingIds, sampleForm } from './samples.ts'

vi.setConfig({ testTimeout: 120_000 })

const LENGTH = 250_000
const MOST_MS = 50
const CHARACTERS = ['a', '0', '.', '@', '-', ' ', '"', '[', 'é', '\n']
const TEXTS = [
  ...CHARACTERS.map((character) => character.repeat(LENGTH)),
  // Texts that match the start of a pattern for a mail address and fail only at its end.
  ...CHARACTERS.map((character) => `a@${character.repeat(LENGTH)}@`),
  // JSON with as many values, names and levels as fit into the longest text.
  ...['0,', '[],', '"",', '{},', 'null,'].map((value) => `[${value.repeat(LENGTH / value.length).slice(0, -1)}]`),
  `{${Array.from({ length: LENGTH / 10 }, (_, n) => `"${n}":1`)}}`,
  `${'{"a":'.repeat(LENGTH / 6)}1${'}'.repeat(LENGTH / 6)}`,
]

/** Returns the processor time that a reading takes, in milliseconds. */
function timeOf(read: () => unknown): number {
  const begun = process.cpuUsage()
  try {
    read()
  } catch {
    // The error is ignored: the time of a refused reading counts as well.
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** How often a text is tried. The compiler and the garbage collector may slow down a single try, so a text counts as slow only if it is slow in every try. */
const TRIES = 4
function slowOf(read: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries++) least = Math.min(least, timeOf(read))
  return least
}

function slowest(c: Call): { ms: number; field: string; text: string } {
  let most = { ms: 0, field: '', text: '' }
  const sample = sampleForm(c, missingIds())
  for (const field of Object.keys(c.input.shape))
    for (const text of TEXTS) {
      const ms = slowOf(() => decode(c, { ...sample, [field]: text }))
      if (ms > most.ms) most = { ms, field, text: text.slice(0, 12) }
    }
  return most
}

describe('a form with 250 kB of one character in every field', () => {
  test.each(allCalls.filter(([, c]) => Object.keys(c.input.shape).length > 0))(`is read by the call %s within ${MOST_MS} ms`, (_, c) => {
    const { ms, ...where } = slowest(c)
    expect(ms, JSON.stringify(where)).toBeLessThanOrEqual(MOST_MS)
  })

  test('control: a backtracking pattern that runs before the length check takes too long', () => {
    const email = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:"]{2,}$/))
    const c = { path: '/x/', summary: '', access: 'public', input: z.object({ email }), output: z.object({}) } as const
    expect(timeOf(() => decode(c, { email: `a@${'.'.repeat(LENGTH / 8)}@` }))).toBeGreaterThan(MOST_MS)
  })

  test('is parsed as quickly in each of the three formats of forms', () => {
    const part = (text: string) => `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--\r\n`
    for (const text of TEXTS)
      for (const read of [
        () => jsonFields(JSON.stringify({ a: text })),
        () => jsonFields(text),
        () => urlencodedFields(`a=${text}`),
        () => urlencodedFields(text),
        () => multipartFields(Buffer.from(part(text)), 'multipart/form-data; boundary=b'),
        () => multipartFields(Buffer.from(`--b${text}`), 'multipart/form-data; boundary=b'),
        () => multipartFields(Buffer.from(part('')), `multipart/form-data; boundary=${text.slice(0, 16_000)}`),
      ])
        expect(slowOf(read), `${text.slice(0, 12)} ${read}`).toBeLessThanOrEqual(MOST_MS)
  })
})

type Schema = {
  _zod: {
    def: {
      type: string
      checks?: { _zod: { def: { check: string; abort?: boolean; maximum?: number } } }[]
      shape?: Record<string, Schema>
      innerType?: Schema
      element?: Schema
      in?: Schema
      out?: Schema
      keyType?: Schema
      valueType?: Schema
      options?: Schema[]
    }
  }
}

/** The schema of every text within a schema, each with its path. */
function textsOf(schema: Schema, path: string): [string, Schema][] {
  const { type, shape = {}, innerType, element, in: before, out, keyType, valueType, options = [] } = schema._zod.def
  if (type === 'string') return [[path, schema]]
  const parts: [string, Schema | undefined][] = [...Object.entries(shape), ['', innerType], ['[]', element], ['', before], ['', out], ['{}', keyType]]
  return [...parts, ['{}', valueType] as const, ...options.map((each) => ['', each] as const)].flatMap(([name, part]) =>
    part ? textsOf(part, name ? `${path}.${name}` : path) : [],
  )
}

/**
 * Whether a text's length is checked before any pattern, and a text that is too long is checked no further. Only changes that take a single pass over the text
 * may precede the check.
 */
function isCut(schema: Schema): boolean {
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def)
  const at = checks.findIndex(({ check }) => check === 'max_length')
  const rest = checks.slice(at + 1).filter(({ check }) => check !== 'min_length')
  return (
    at >= 0 && checks.slice(0, at).every(({ check }) => check === 'overwrite' || check === 'min_length') && (rest.length === 0 || checks[at]?.abort === true)
  )
}

test('every text has a maximum length, and no pattern or rule is checked for a text that exceeds it', () => {
  const texts = allCalls.flatMap(([name, c]) => textsOf(c.input as unknown as Schema, name))
  expect(texts.length).toBeGreaterThan(400)
  expect(texts.filter(([, schema]) => !isCut(schema)).map(([path]) => path)).toEqual([])
})

test('control: the check finds a text without a maximum length, and a pattern that still runs after the length was refused', () => {
  const late = z.string().check(z.maxLength(9), z.regex(/a/))
  expect([z.string(), late, z.string().check(z.regex(/a/), z.maxLength(9))].map((each) => isCut(each as unknown as Schema))).toEqual([false, false, false])
})

/** Every regular expression in the source of the contract, with its file. */
function patterns(): [string, RegExp][] {
  const folder = join(import.meta.dirname, '../../contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^[^.]+(?<!\.test)\.ts$/.test(file) && !file.includes('node_modules'),
  )
  return files.flatMap((file) => {
    const found: [string, RegExp][] = []
    const source = readFileSync(join(folder, file), 'utf8')
    expect(source, `${file} makes a pattern this test does not see`).not.toMatch(/new RegExp\(/)
    JSON.stringify(parseSync(source, { syntax: 'typescript' }), (_, node: { type?: string; pattern: string; flags: string } | null) => {
      if (node?.type === 'RegExpLiteral') found.push([file, new RegExp(node.pattern, node.flags)])
      return node
    })
    return found
  })
}

test('no regular expression of the contract can go over its input again and again, more often the longer the input is', () => {
  const all = patterns()
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(([, pattern]) => !isSafe(pattern).safe).map(([file, { source }]) => `${file}: ${source}`)).toEqual([])
})

test('control: a regular expression that can go over its input again and again is found', () => {
  expect(isSafe(/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:"]{2,}$/).safe).toBe(false)
})
