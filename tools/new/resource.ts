// The resource that `npm run new` makes: rows that an organisation keeps for itself, with a list, adding and editing. This file has its names, and how each
// kind of field is written.
import { codeNames, pascal, snake } from './words.ts'

export type FieldKind = 'text' | 'money' | 'percent' | 'count' | 'day' | 'code'
export type Field = { name: string; kind: FieldKind; codes: readonly string[]; isNeeded: boolean }
/** A resource as the command names it: `till/till-notes till-note` has the wing `till`, the rows `till-notes` and the row `till-note`. */
export type Resource = { wing: string; rows: string; row: string; fields: readonly Field[] }

type Written = {
  /** The field as the contract writes it, in a request and in an answer. */
  input: string
  output: string
  column: string
  /** Two sample values, as code; `wire`: the first value as it is sent. */
  values: readonly [string, string]
  wire: string
  component: string
}

const kinds: Record<Exclude<FieldKind, 'code'>, Written> = {
  text: { input: 'field.text(120)', output: 'z.string()', column: 'text not null', values: [`'First'`, `'Second'`], wire: 'First', component: 'TextField' },
  money: { input: 'field.money(0)', output: 'money', column: 'bigint not null', values: ['125_000', '990_000'], wire: '12.50', component: 'MoneyField' },
  percent: { input: 'field.percent()', output: 'percent', column: 'int not null', values: ['725', '500'], wire: '7.25', component: 'PercentField' },
  count: { input: 'field.int(0, 1_000_000)', output: 'z.int()', column: 'int not null', values: ['3', '4'], wire: '3', component: 'CountField' },
  day: { input: 'field.day()', output: 'day', column: 'date not null', values: [`'2026-12-25'`, `'2027-01-06'`], wire: '2026-12-25', component: 'TextField' },
}

export function writtenAs({ row }: Resource, { name, kind, codes }: Field): Written {
  if (kind !== 'code') return kinds[kind]
  const [first = '', second = first] = codes
  const names = codeNames(row, name)
  const values = [`'${first}'`, `'${second}'`] as const
  return { input: `field.oneOf(${names})`, output: `z.enum(${names})`, column: 'text not null', values, wire: first, component: 'SelectField' }
}

/** The properties, as code, of an object that has the first or the second sample value of every field. */
export const valuesOf = (resource: Resource, which: 0 | 1): string =>
  resource.fields.map((field) => `${field.name}: ${writtenAs(resource, field).values[which]}`).join(', ')

/** The field that identifies a row for people: the first field. */
export const nameOf = ({ fields }: Resource): string => fields[0]?.name ?? ''

export const codesOf = ({ fields }: Resource): readonly Field[] => fields.filter(({ kind }) => kind === 'code')
export const idOf = ({ row }: Resource): string => `${snake(row)}_id`
export const typeOf = ({ row }: Resource): string => pascal(row)

const isKind = (word: string): word is keyof typeof kinds => Object.hasOwn(kinds, word)

/** Reads a field from the command: `name:text`, or `kind:public,school` for one of several codes; undefined for any other form. */
export function fieldFrom(text: string): Field | undefined {
  const [, name = '', said = ''] = /^([a-z][a-z_]*):([a-z_,]+)$/.exec(text) ?? []
  if (isKind(said)) return { name, kind: said, codes: [], isNeeded: true }
  const codes = said.split(',').filter(Boolean)
  return codes.length > 1 ? { name, kind: 'code', codes, isNeeded: true } : undefined
}
