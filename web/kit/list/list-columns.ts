// Decides which columns a list shows, and which a file can have: the columns whose fields are in the call's rows.

import { tenantOfRow } from '../../../contract/kit/across-tenants.ts'
import type { Kinds } from '../../../contract/kit/kinds.ts'
import { rowKinds } from '../../../contract/kit/row-kinds.ts'
import { exportable } from '../../../contract/papers/exports.ts'
import type { CallName } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import { usePreferences } from '../base/preferences.ts'
import type { Headed } from './ListTable.tsx'

export type FileColumn = { key: string; header: string; and?: string[]; words?: Record<string, string>; part?: string }

/** Returns the kinds of the fields in a call's rows, or in the rows of another list in its answer. */
export const kindsIn = (call: CallName, list?: string): Kinds => rowKinds(contractOf(call), list)

export const isExportable = (call: CallName): call is (typeof exportable)[number] => exportable.some((name) => name === call)

/** Returns the columns of a file with the headings of the screen; with `every` also the row's other fields, under their usual names. */
export function fileColumns<R>(call: CallName, columns: readonly Headed<R>[], every?: (field: string) => string | undefined): FileColumn[] {
  const named = columns.flatMap(fileColumn)
  if (named.length > 0 && !every) return named
  const taken = new Set(named.flatMap(({ key, and = [] }) => [key, ...and]))
  const rest = [...kindsIn(call).keys()].filter((key) => !taken.has(key) && !(key in tenantOfRow))
  return [...named, ...rest.map((key) => ({ key, header: every?.(key) ?? key.replaceAll('_', ' ') }))]
}

function fileColumn<R>({ key, field = key as Extract<keyof R, string>, header, words, part }: Headed<R>): FileColumn[] {
  const [first, ...and] = typeof field === 'string' ? [field] : (field ?? [])
  return first === undefined ? [] : [{ key: first, header, ...(and.length > 0 && { and }), ...(words && { words: { ...words } }), ...(part && { part }) }]
}

/** Returns the word that a list's exported file has for each code, for example: `wordsOf(states, (state) => t(`states.${state}`))`. */
export const wordsOf = <C extends string>(codes: readonly C[], word: (code: C) => string): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [code, word(code)]))

/** Returns the words for true and false in a file. */
export const yesNo = (yes: string, no: string): Record<string, string> => ({ true: yes, false: no })

/** Returns the columns that are hidden. The first column identifies the row, so it is never hidden. Extra columns are hidden until the user chooses them. */
export function useHiddenColumns(call: CallName, columns: readonly { key: string; extra?: true | undefined }[]) {
  const [{ hidden_columns = {} }, change] = usePreferences()
  const hidden = hidden_columns[call] ?? columns.filter(({ extra }) => extra).map(({ key }) => key)
  const toggle = (key: string) =>
    change({ hidden_columns: { ...hidden_columns, [call]: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] } })
  return { hidden, toggle, shown: <C extends { key: string }>(all: readonly C[]) => all.filter(({ key }, index) => index === 0 || !hidden.includes(key)) }
}
