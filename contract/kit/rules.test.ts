// Every broken rule is reported by a code of the list problemCodes, whichever field and call it belongs to.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { problemsOf } from './problems.ts'
import { atMost, broken, holds } from './rules.ts'

/** Zod's own checks. They must not be used directly, because they would report an arbitrary text instead of a code of the list. */
const RAW = /z\.(maxLength|minLength|length|size|minSize|maxSize|minimum|maximum|gte?|lte?|regex|refine|superRefine|includes|startsWith|endsWith)\(|message: '/
const worded = (text: string) => text.split('\n').filter((line) => RAW.test(line))

test('a rule with a code that is not in problemCodes does not compile, and every rule of a call takes its code from that list', () => {
  // @ts-expect-error
  expect(atMost(5, 'too_lang')).toBeDefined()
  // @ts-expect-error
  expect(holds((text: string) => text !== '', 'requierd')).toBeDefined()
  // @ts-expect-error
  expect(broken('day_twcie', '')).toBeDefined()
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !/rules|node_modules|test/.test(name))
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((name) => worded(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(worded("z.string().check(z.maxLength(5, 'too_lang'))")).toHaveLength(1)
})

test('a field that a schema refuses without one of our rules also gets a code of problemCodes', () => {
  const faults = z.safeDecode(z.object({ id: field.id(), on: z.iso.date('Mondays') }), { id: 'x', on: 'y' })
  expect(problemsOf(faults.error?.issues ?? [])).toEqual([
    { field: 'id', code: 'not_an_id' },
    { field: 'on', code: 'invalid_value' },
  ])
})
