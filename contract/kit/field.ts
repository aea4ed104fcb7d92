// The fields of forms. Form data contains only text and files, so each field defines both its wire form and its value. The same schema reads multipart,
// urlencoded and JSON.
import * as z from 'zod/mini'
import { parseJson } from './json.ts'
import { ofKind } from './kinds.ts'
import { MONEY_MAX, moneyText, PERCENT_MAX, parseMoney, parsePercent, parseShare, percentText } from './money.ts'
import { brokenRules, PASSWORD_MAX } from './password.ts'
import type { ProblemCode } from './problem-codes.ts'
import { atLeast, atMost, broken, highest, holds, lowest, matches } from './rules.ts'
import { textField } from './text-field.ts'

export { contact, type Instant, instant, isPersonal } from './text-field.ts'

/** An uploaded file: a Blob in the browser, a stream with a name on the server. */
export type UploadedFile = { filename: string; bytes: AsyncIterable<Uint8Array> }

/** The most characters of a number, an amount, or a yes or no, with surrounding spaces. */
const FIGURE_MAX = 40

/** Text, which in JSON may also be a number or boolean; it is encoded as text. `code`: the error for a text that is too long. */
const scalar = (code: ProblemCode) => {
  const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const is = z.custom<string>((value) => isScalar(value) && String(value).length <= FIGURE_MAX, {
    error: ({ input }) => (input === undefined ? 'required' : isScalar(input) ? code : 'wrong_type'),
  })
  is.register(z.globalRegistry, { type: 'string' })
  return is
}

/** A codec that reports `code` at the field if the text cannot be decoded. */
const parsed = <T extends z.ZodMiniType<number | boolean>>(
  is: T,
  code: ProblemCode,
  decode: (text: string) => z.input<T> | undefined,
  encode: (value: z.input<T>) => string,
) =>
  z.codec(scalar(code), is, {
    decode: (given, context) => {
      const text = String(given)
      const value = decode(text)
      if (value !== undefined) return value
      context.issues.push(broken(code, text))
      return z.NEVER
    },
    encode: (value) => encode(value as z.input<T>),
  })

const wholeNumber = (text: string) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined)
const flag = (text: string) => (/^(1|true)$/.test(text) ? true : /^(0|false)$/.test(text) ? false : undefined)

/** Parses a day and writes it again. The result of 31 February is a day in March and so differs from the text; 2026-13-01 gives no day. */
function dayText(text: string) {
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10)
}
/** Whether a text is a day that exists, from year 1 on: PostgreSQL's calendar has no year 0. */
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && dayText(text) === text && text >= '0001-01-01'

/** Whether a text is empty, or has the length of an EAN and a right check digit: with the weights 3 and 1 from the right, the sum must be a multiple of ten. */
function isEan(text: string): boolean {
  if (text === '') return true
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The most characters of a field with JSON: as many as a whole form may have bytes. */
const JSON_MAX = 256 * 1024

/** Whether the database can store a text: it takes neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function storable(name: string, value: unknown): unknown {
  if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) throw new SyntaxError('not storable')
  return value
}

/** `isPlain`: whether a text is used as it is instead of being parsed. */
const json = <T extends z.ZodMiniType>(is: T, isPlain: (text: string) => boolean = () => false) =>
  z.codec(z.string().check(atMost(JSON_MAX)), is, {
    decode: (text, context) => {
      if (isPlain(text)) return text as z.input<T>
      try {
        return parseJson<z.input<T>>(text, storable)
      } catch {
        context.issues.push(broken('not_json', text))
        return z.NEVER
      }
    },
    encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  })

export const field = {
  ...textField,
  /** A new password; every rule that it breaks is an issue of its own, and `problemsOf` reports the first of them. */
  password: () =>
    z.string().check(atMost(PASSWORD_MAX), (checked) => {
      for (const code of brokenRules(checked.value)) checked.issues.push(broken(code, checked.value))
    }),
  /** The user name; it is stored with its case and characters as typed. */
  username: () => z.string().check(z.trim(), atMost(50), matches(/^[\p{L}\p{N}][\p{L}\p{N}._@-]{2,49}$/u, 'not_a_username')),
  /** In the pattern, the first label after the @ cannot contain a dot. So the pattern can match a text in one way only, and is quick on any text. */
  email: () => z.string().check(z.trim(), atMost(254), matches(/^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+\.[^\s@<>(),;:"]{2,}$/, 'not_an_email')),
  mobile: () => z.string().check(z.trim(), atMost(30, 'not_a_phone_number'), matches(/^\+?[0-9][0-9 ()/.-]{5,24}$/, 'not_a_phone_number')),
  /**
   * An EAN-8, UPC-A, EAN-13 or GTIN-14 with its check digit (GS1 General Specifications); empty for none. A GTIN-14 that begins with 0 is stored as the
   * EAN-13 after the 0.
   */
  ean: () =>
    z.string().check(
      z.trim(),
      atMost(14, 'not_an_ean'),
      holds(isEan, 'not_an_ean'),
      z.overwrite((text) => (text.length === 14 && text.startsWith('0') ? text.slice(1) : text)),
    ),
  /** A one-time code, recovery code or pairing code; spaces and hyphens are ignored. The server decides whether the code is right. */
  code: () =>
    z.string().check(
      z.overwrite((text) => text.replace(/[\s-]/g, '')),
      atMost(20),
      atLeast(1),
    ),
  /** A search text; empty means none. */
  search: () => z.optional(z.string().check(z.trim(), atMost(200))),
  id: () => z.string().check(atMost(36, 'not_an_id'), matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'not_an_id')),
  /** A day in Berlin, YYYY-MM-DD. */
  day: () => ofKind('day', z.string().check(atMost(10, 'not_a_day'), holds(isDay, 'not_a_day'))),
  int: (min: number, max: number, code: { min?: ProblemCode; max?: ProblemCode } = {}) =>
    parsed(z.int().check(lowest(min, code.min ?? 'too_small'), highest(max, code.max)), 'not_a_whole_number', wholeNumber, String),
  bool: () => parsed(z.boolean(), 'not_yes_or_no', flag, (value) => (value ? '1' : '0')),
  /** The minimum 1 (the smallest positive amount) would be reported as 0,0001, so it has its own error code. */
  money: (min = -MONEY_MAX, max = MONEY_MAX) =>
    ofKind('money', parsed(z.int().check(lowest(min, min === 1 ? 'not_above_zero' : 'too_small'), highest(max)), 'not_an_amount', parseMoney, moneyText)),
  /** A discount or a tax rate as a percentage, which is never negative. */
  percent: (max = PERCENT_MAX) =>
    ofKind('percent', parsed(z.int().check(lowest(0, 'discount_negative'), highest(max)), 'not_a_percentage', parsePercent, percentText)),
  /** A percentage that may be below zero, such as a margin. */
  signedPercent: (min: number, max: number) =>
    ofKind('percent', parsed(z.int().check(lowest(min, 'too_small'), highest(max)), 'not_a_percentage', parsePercent, percentText)),
  /** A share of a sum as a percentage, which may be negative and has no bound. */
  share: () => ofKind('percent', parsed(z.int(), 'not_a_percentage', parseShare, percentText)),
  oneOf: <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, 'not_one_of'),
  /** A text that can be removed: a removed text is blank on the wire and null as a value. If the field is left out, the stored text stays. */
  orNone: <T extends z.ZodMiniType<unknown, string>>(is: T) => {
    const text = z.string().check(atMost(300))
    const { values } = is._zod
    if (values) text.register(z.globalRegistry, { enum: ['', ...values] })
    return z.codec(text, z.nullable(is), {
      decode: (given) => (given.trim() === '' ? null : given) as z.input<T> | null,
      encode: (value) => value ?? '',
    })
  },
  json: <T extends z.ZodMiniType>(is: T) => json(is),
  /** A JSON object, or a text of at most `max` characters. */
  jsonOrText: <T extends z.ZodMiniType>(is: T, max: number) =>
    json(z.union([is, z.string().check(z.trim(), atMost(max))]), (text) => !text.trimStart().startsWith('{')),
  /** The filters of a list. An unknown filter is refused by its name, because ignoring it would return more rows than requested. */
  filters: <T extends z.core.$ZodLooseShape>(shape: T) => z._default(json(z.strictObject(shape)), {} as never),
  file: () => z.custom<Blob | UploadedFile>((value) => typeof value === 'object' && value !== null, 'required'),
}

/** Money and percentages have the same wire form in answers as in forms. */
export const money = field.money()
/** A sum of amounts, which may exceed the bound of a single amount. */
export const moneySum = field.money(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
export const percent = field.percent()
export const share = field.share()
/** A day in Berlin, YYYY-MM-DD. */
export const day = ofKind('day', z.string())
/** A number that identifies something: it is neither grouped by thousands nor added up. */
export const numeral = ofKind('numeral', z.int())

/** The fields with which a page of a list is requested: its number, counted from 0, and its number of rows. */
export const paging = (limit: number, limit_max = 100) => ({
  page: z._default(field.int(0, 1_000_000), 0),
  limit: z._default(field.int(1, limit_max), limit),
})
