// Masks personal data for a support view: in every answer of such a session, fields the contract marks as personal (kit/field.ts) are shortened.
import type * as z from 'zod/mini'
import { isPersonal } from '../../contract/kit/field.ts'

const masked = (text: string) => (text === '' ? '' : `${[...text][0]}${'•'.repeat(5)}`)

/** The answer in wire form, with personal texts reduced to their first letter. */
export function maskAnswer(type: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (isPersonal(type)) return typeof value === 'string' ? masked(value) : value
  const { def } = (type as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return each(value, (name) => def.shape[name])
    case 'record':
      return each(value, () => def.valueType)
    case 'array':
      return Array.isArray(value) ? value.map((item) => maskAnswer(def.element, item)) : value
    case 'nullable':
    case 'optional':
    case 'default':
      return maskAnswer(def.innerType, value)
    case 'union':
      return def.options.reduce<unknown>((all, option) => maskAnswer(option, all), value)
    default:
      return value
  }
}

const each = (value: unknown, typeOf: (name: string) => z.core.$ZodType | undefined) =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mask(typeOf(name), inner)])) : value
const mask = (type: z.core.$ZodType | undefined, value: unknown) => (type ? maskAnswer(type, value) : value)
