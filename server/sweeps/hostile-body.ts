// Malformed bodies made from a seed: the same seed always gives the same body. Each is a well-formed form with one to four faults.
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import type { Dice } from './dice.ts'
import { hostileFile } from './hostile-file.ts'
import type { Ids } from './ids.ts'
import { sampleForm } from './samples.ts'

const DEEP = 5_000
const VALUES: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e\u0007',
    "' or 1=1 --",
    '%_\\',
    '$1',
    '{}',
    '[]',
    '[null]',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '0x10',
    '1e308',
  ],
  ...['-1', '0', '-0', '1.00005', '0,1', '1.000,00', '9'.repeat(15), '9'.repeat(400), '2147483648', '-9223372036854775809', '١٢٣', '１２'],
  ...['2026-02-31', '0000-00-00', '9999-12-31', '+020000-01-01', '2026-1-1'],
  ...[
    '=1+1',
    '=cmd|" /C calc"!A0',
    '@SUM(A1)',
    '+49 151',
    '\t=1',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '{{7*7}}',
    '../../etc/passwd',
    'file:///etc/passwd',
  ],
  ...['a'.repeat(20_000), '😀'.repeat(3_000), 'İıſß'.repeat(100), '\u0301'.repeat(500), 'x@y.z\r\nBcc: all@y.z', '00000000-0000-0000-0000-000000000000'],
  ...['['.repeat(DEEP) + ']'.repeat(DEEP), `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'],
  ...[[], {}, [[]], { $ne: null }, { toString: 1 }, true, false, null, 0, -0.5, 1e308, 2 ** 53, Number.MIN_VALUE],
]
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'tenant_id', 'a\0b', '', 'page[]', 'filters.customer_id']

/** The values that the schema of each field of a call lists; using them makes some of the bodies pass validation. */
const optionsOf = new WeakMap<Call, Record<string, readonly string[]>>()
function options(c: Call): Record<string, readonly string[]> {
  const known = optionsOf.get(c)
  if (known) return known
  const { properties = {} } = z.toJSONSchema(c.input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, { enum?: string[] }> }
  const found = Object.fromEntries(Object.entries(properties).flatMap(([name, { enum: values }]) => (values ? [[name, values]] : [])))
  optionsOf.set(c, found)
  return found
}

export type HostileBody = { fields: Record<string, unknown>; init: RequestInit; query: string }

export function hostileBody(c: Call, dice: Dice, { own, foreign }: { own: Ids; foreign: Ids }): HostileBody {
  const fields: Record<string, unknown> = { ...sampleForm(c, dice.chance(0.8) ? own : foreign) }
  const names = Object.keys(c.input.shape)
  for (let n = dice.below(4); n >= 0 && names.length > 0; n--) {
    const name = dice.pick(names)
    if (dice.chance(0.15)) delete fields[name]
    else fields[name] = valueFor(c, name, fields[name], dice, foreign)
  }
  if (dice.chance(0.1)) Object.defineProperty(fields, dice.pick(NAMES), { value: dice.pick(VALUES), enumerable: true })
  return { fields, ...asSent(c, fields, dice) }
}

function valueFor(c: Call, name: string, now: unknown, dice: Dice, foreign: Ids): unknown {
  const named = options(c)[name]
  if (named && dice.chance(0.6)) return dice.pick(named)
  const list = wellFormed(now)
  if (list && dice.chance(0.7)) return JSON.stringify(bent(list, dice, foreign))
  if (name.endsWith('s') && dice.chance(0.2)) return JSON.stringify(Array.from({ length: dice.below(300) }, () => dice.pick(Object.values(foreign))))
  if (name === 'filters') return JSON.stringify({ [dice.pick(Object.keys(foreign))]: dice.pick([...Object.values(foreign), ...VALUES]) })
  return dice.chance(0.25) ? dice.pick(Object.values(foreign)) : dice.pick(VALUES)
}

/** The list or object in this JSON; undefined if the text is not JSON, or so long that it may be nested too deep for this process's stack. */
function wellFormed(text: unknown): object | undefined {
  if (typeof text !== 'string' || !/^[[{]/.test(text) || text.length > DEEP) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

/** Returns a list or object in which values are replaced, removed or added at random: in a list in all rows, in an object in one field. */
function bent(value: unknown, dice: Dice, foreign: Ids): unknown {
  const other = () => (dice.chance(0.4) ? dice.pick(Object.values(foreign)) : dice.pick(VALUES))
  if (Array.isArray(value)) return value.length > 0 && dice.chance(0.8) ? value.map((each) => bent(each, dice, foreign)) : [...value, other(), ...value]
  if (typeof value !== 'object' || value === null) return other()
  const keys = Object.keys(value)
  const key = keys.length > 0 && dice.chance(0.8) ? dice.pick(keys) : dice.pick(NAMES)
  return { ...value, [key]: dice.chance(0.15) ? undefined : bent((value as Record<string, unknown>)[key], dice, foreign) }
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function asSent(c: Call, fields: Record<string, unknown>, dice: Dice): Pick<HostileBody, 'init' | 'query'> {
  const pairs = Object.entries(fields).map(([name, value]) => [name, textOf(value)] as [string, string])
  // In some bodies one field is sent twice.
  if (pairs.length > 0 && dice.chance(0.05)) pairs.push(dice.pick(pairs))
  if (c.method === 'GET') return { query: `?${new URLSearchParams(pairs)}`, init: {} }
  const way = c.upload ? 'form' : dice.pick(['json', 'json', 'form', 'urlencoded', 'broken'] as const)
  const typed = (type: string, body: string) => ({ query: '', init: { method: 'POST', headers: { 'content-type': type }, body } })
  if (way === 'urlencoded') return typed('application/x-www-form-urlencoded', String(new URLSearchParams(pairs)))
  if (way === 'form') return { query: '', init: { method: 'POST', body: formOf(c, pairs, dice) } }
  const json = JSON.stringify(fields)
  if (way === 'json') return typed('application/json', json)
  const broken = [json.slice(0, dice.below(json.length)), `[${json}]`, `${json}${json}`, '['.repeat(DEEP), '"', 'null', `\ufeff${json}`]
  return typed(dice.pick(['application/json', 'application/json; charset=utf-16', 'multipart/form-data; boundary=b', 'text/plain']), dice.pick(broken))
}

function formOf(c: Call, pairs: readonly [string, string][], dice: Dice): FormData {
  const form = new FormData()
  const files = ['csv_file', 'product_image'].filter((name) => name in c.input.shape)
  for (const [name, text] of pairs) if (!files.includes(name)) form.append(name, text)
  for (const name of files) if (dice.chance(0.95)) form.append(name, hostileFile(dice))
  if (files.length === 0 && dice.chance(0.03)) form.append('file', hostileFile(dice))
  return form
}
