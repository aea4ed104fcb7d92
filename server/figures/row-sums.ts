// SQL that adds up rows of figures by their keys.
import type { Values } from '../postgres/parameters.ts'

export type Counted = { text: string; values: Values }

const AMOUNTS = ['quantity', 'face_total', 'sold_total', 'bought_total'] as const
export const SUMMED = ['lines', ...AMOUNTS] as const
/**
 * SQL: the figures of rows `x` whose `sign` says whether they are sales (1) or refunds (-1); totals-by-year.sql.ts gives its rows such a sign. Where all rows
 * of a group cancel out, the group has no row in the result.
 */
const BY_SIGN = {
  figures: [
    'total(x.lines) filter (where x.sign > 0) as lines',
    ...AMOUNTS.map((name) => `total(x.sign * x.${name}) as ${name}`),
    ...SUMMED.map((name) => `total(x.${name}) filter (where x.sign < 0) as refund_${name}`),
  ],
  any: 'total(x.lines) filter (where x.sign > 0) <> 0 or total(x.lines) filter (where x.sign < 0) <> 0',
}
export const SIGNED = {
  figures: [...SUMMED, ...SUMMED.map((name) => `refund_${name}`)].map((name) => `total(x.${name}) as ${name}`),
  any: 'total(x.lines) <> 0 or total(x.refund_lines) <> 0',
}

export const summed = (rows: string, keys: readonly string[], { figures, any } = BY_SIGN) => {
  const by = keys.join(', ')
  const all = `${figures.join(',\n       ')} from (${rows}) x`
  return keys.length === 0 ? `select ${all}` : `select ${by}, ${all} group by ${by} having ${any}`
}

/** SQL: adds up the figures of several queries by the same keys, each query's figures multiplied by its weight. */
export const together = (keys: readonly string[], ...parts: readonly (readonly [Counted, number])[]): string => {
  const names = [...SUMMED, ...SUMMED.map((name) => `refund_${name}`)]
  const weighed = (weight: number) => [...keys, ...names.map((name) => `${weight} * y.${name} as ${name}`)].join(', ')
  const rows = parts.map(([{ text }, weight]) => `select ${weighed(weight)} from (${text}) y`)
  return summed(rows.join(' union all '), keys, SIGNED)
}
