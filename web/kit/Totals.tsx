// The totals of a report in a card above its rows, each shown as what the contract says it is.
import { totalKinds } from '../../contract/kit/row-kinds.ts'
import type { CallName, Output } from './api.ts'
import { contractOf } from './contract.ts'
import { Facts } from './DetailPage.tsx'
import { shown } from './shown.tsx'

/** Calls that answer totals. */
export type ReportName = { [N in CallName]: Output<N> extends { totals: object } ? N : never }[CallName]
type TotalsOf<N extends ReportName> = Output<N>['totals']

/** `labels`: which totals, in this order. One that the caller may not know is left out. */
export function Totals<N extends ReportName>({ call, totals, labels }: { call: N; totals: TotalsOf<N>; labels: Partial<Record<keyof TotalsOf<N>, string>> }) {
  const kinds = totalKinds(contractOf(call))
  const known = new Map<string, unknown>(Object.entries(totals))
  const facts = Object.entries<string | undefined>(labels).flatMap(([key, label]) =>
    label === undefined || known.get(key) === null ? [] : [{ label, value: shown(known.get(key), kinds.get(key) ?? 'count') }],
  )
  return (
    <div className="card">
      <Facts big facts={facts} />
    </div>
  )
}
