// Which columns a list shows, and which of them a file can have: those that stand in the call's rows.

import type * as z from 'zod/mini'
import { exportable } from '../../contract/exports.ts'
import { type CallName, contractOf } from './api.ts'
import type { Column } from './ListTable.tsx'
import { usePreferences } from './preferences.ts'

type Schema = z.ZodMiniType & { _zod: { def: { element?: Schema; shape?: Record<string, Schema> } } }
export type FileColumn = { key: string; header: string }

export const isExportable = (call: CallName): call is (typeof exportable)[number] => exportable.some((name) => name === call)

function rowFields(call: CallName): string[] {
  const lists = Object.values(contractOf(call).output.shape as Record<string, Schema>)
  return Object.keys(lists.find(({ _zod }) => _zod.def.element?._zod.def.shape)?._zod.def.element?._zod.def.shape ?? {})
}

/** Columns with their headings as shown, then the rest of what the row knows by its own names. */
export function fileColumns<R>(call: CallName, columns: readonly Column<R>[], every: boolean): FileColumn[] {
  const fields = rowFields(call)
  const named = columns.map(({ key, field = key, header }) => ({ key: field, header })).filter(({ key }) => fields.includes(key))
  const rest = fields.filter((key) => !named.some((column) => column.key === key)).map((key) => ({ key, header: key.replaceAll('_', ' ') }))
  return every || named.length === 0 ? [...named, ...rest] : named
}

/** The first column says which row it is, so it always stays; until somebody chooses, extra ones are left out. */
export function useHiddenColumns(call: CallName, columns: readonly { key: string; extra?: true }[]) {
  const [{ hidden_columns = {} }, change] = usePreferences()
  const hidden = hidden_columns[call] ?? columns.filter(({ extra }) => extra).map(({ key }) => key)
  const toggle = (key: string) =>
    change({ hidden_columns: { ...hidden_columns, [call]: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] } })
  return { hidden, toggle, shown: <R>(all: readonly Column<R>[]) => all.filter(({ key }, index) => index === 0 || !hidden.includes(key)) }
}
