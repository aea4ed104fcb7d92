// A Z-report or X-report on paper, 58 mm, 80 mm or A4: rows with a name, a quantity and an amount. It is drawn from the stored report alone, so a Z-report
// always looks the same.
import { useMessages, useTranslations } from 'use-intl'
import { difference, parts } from '../../../../contract/kit/cents.ts'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import * as format from '../../../kit/base/format.ts'
import type { Paper } from '../../../kit/base/sheet.ts'

type Line = { key: string; name: string; quantity?: string; amount?: string }
type Section = { title?: string; lines: readonly Line[] }

const money = (amount: number) => format.printable(format.money(amount))
const at = (instant: string) => format.printable(format.dateTime(instant))
/** How many characters of a report's hash are printed: enough to tell two hashes apart. The stored document has the full hash. */
const SHOWN_OF_HASH = 16

export function ZPaper({ report, paper }: { report: ZReport; paper: Paper | 'a4' }) {
  const t = useTranslations('shifts.paper')
  return (
    <div className={`z roll roll-${paper}`}>
      <div className="roll-centred">
        <b>{report.shop.name}</b>
        <div>{[report.shop.address, report.shop.city].filter(Boolean).join(', ')}</div>
        <div>{report.shop.reseller}</div>
        <div className="roll-title roll-bold z-title">{report.number === null ? t('x') : t('z', { number: String(report.number) })}</div>
        {report.circle > 0 && <div>{t('circle', { number: String(report.circle + 1) })}</div>}
      </div>
      {useSections(report).map(({ title, lines }, i) => (
        <section key={title ?? String(i)} className="whole">
          {title && <div className="roll-part roll-bold z-head">{title}</div>}
          <table className="roll-table">
            <tbody>
              {lines.map(({ key, name, quantity, amount }) => (
                <tr key={key}>
                  <td>{name}</td>
                  <td className="number">{quantity}</td>
                  <td className="number">{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <div className="roll-centred">
        {report.hash && <div className="z-hash">{report.hash.slice(0, SHOWN_OF_HASH)}</div>}
        <div>{t('no_receipt')}</div>
      </div>
    </div>
  )
}

/** Returns the sections of a Z-report that have lines. */
function useSections(report: ZReport): Section[] {
  const t = useTranslations('shifts')
  const word = useTranslations('words')
  const texts = useMessages()
  const field = useTranslations('fields')
  const sold = useSold(report)
  const { refunds, drawer, credit } = report
  const begun = report.opened_at ?? report.first?.created_at
  const head: Line[] = [
    { key: 'user', name: field('username'), amount: report.username },
    { key: 'device', name: field('device'), amount: report.device || t('no_device') },
    ...(report.closed_by ? [{ key: 'by', name: t('paper.closed_by'), amount: report.closed_by }] : []),
    { key: 'from', name: field('date_from'), amount: begun ? at(begun) : '–' },
    { key: 'to', name: field('date_to'), amount: at(report.closed_at) },
  ]
  const given: Line[] = refunds.rows.map((row, i) => ({
    key: `${row.sale_id}-${i}`,
    name: `${row.product_name} ${money(row.value)} · ${at(row.sold_at)}`,
    quantity: format.count(row.quantity),
    amount: money(0 - row.face_total),
  }))
  const kinds = { ...texts.words.bookings, ...texts.shifts.paper.movements }
  const [before = 0, ...amounts] = credit ? parts([credit.before, ...credit.movements.map(({ amount }) => amount)]) : []
  const moved: Line[] = credit
    ? [
        { key: 'before', name: field('before'), amount: money(before) },
        ...credit.movements.map(({ kind }, i) => ({ key: kind, name: kinds[kind], amount: money(amounts[i] ?? 0) })),
        { key: 'after', name: field('after'), amount: money(credit.after) },
        { key: 'limit', name: field('credit_limit'), amount: money(credit.credit_limit) },
        ...(credit.held ? [{ key: 'held', name: t('paper.held'), amount: money(credit.held) }] : []),
      ]
    : []
  const cash: Line[] = drawer
    ? [
        { key: 'expected', name: t('paper.expected'), amount: money(drawer.expected) },
        { key: 'counted', name: t('close.counted'), amount: money(drawer.counted) },
        { key: 'difference', name: t('difference'), amount: money(difference(drawer.counted, drawer.expected)) },
      ]
    : []
  const open = (wanted: ZReport['open'][number]['kind']) => report.open.filter(({ kind }) => kind === wanted).map(openLine)
  return [
    { lines: head },
    ...sold,
    { title: field('refunds'), lines: given },
    { title: t('paper.showings'), lines: useShowings(report) },
    { title: t('paper.carried'), lines: report.carried.map(openLine) },
    { title: t('paper.open'), lines: open('sale') },
    { title: word('open_claims'), lines: open('reclamation') },
    { title: field('balance'), lines: moved },
    { title: t('paper.drawer'), lines: cash },
  ].filter(({ lines }) => lines.length > 0)
}

function useSold(report: ZReport): Section[] {
  const t = useTranslations('shifts')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const types = useTranslations('house.product_types')
  const { face_total, bought_total, refunds } = report
  const total = face_total - refunds.face_total
  const cost = bought_total === null || refunds.bought_total === null ? undefined : bought_total - refunds.bought_total
  const sums: Line[] = [
    { key: 'sales', name: field('sales'), quantity: format.count(report.sales) },
    { key: 'face', name: field('sale_count'), quantity: format.count(report.quantity), amount: money(face_total) },
    { key: 'refunds', name: field('refunds'), quantity: format.count(refunds.quantity), amount: money(0 - refunds.face_total) },
    { key: 'total', name: field('total'), amount: money(total) },
    ...(cost === undefined
      ? []
      : [
          { key: 'cost', name: t('bought_total'), amount: money(cost) },
          { key: 'margin', name: field('margin'), amount: money(difference(total, cost)) },
        ]),
    { key: 'first', name: t('paper.first'), amount: report.first ? at(report.first.created_at) : '–' },
    { key: 'last', name: field('last_sale'), amount: report.last ? at(report.last.created_at) : '–' },
  ]
  const row = (key: string, name: string, { quantity, face_total }: { quantity: number; face_total: number }): Line => ({
    ...{ key, name, quantity: format.count(quantity), amount: money(face_total) },
  })
  // If no payment has a noted kind, the report has no sums by kind of payment.
  const paid = report.payments.some(({ kind }) => kind !== null) ? report.payments : []
  return [
    { lines: sums },
    { title: t('paper.types'), lines: report.types.map((one) => row(one.product_type, types(one.product_type), one)) },
    { title: t('paper.goods'), lines: report.goods.map((one, i) => row(String(i), `${one.product_name} ${money(one.value)}`, one)) },
    { title: t('paper.payments'), lines: paid.map((one) => row(one.kind ?? '', one.kind ? word(`payment_modes.${one.kind}`) : t('paper.paid.none'), one)) },
    { title: t('paper.hours'), lines: report.hours.map((one) => row(one.at, at(one.at), one)) },
  ]
}

const openLine = (one: ZReport['carried'][number]): Line => ({
  key: one.sale_id,
  name: `${one.product_name} ${money(one.value)} · ${at(one.created_at)}`,
  quantity: format.count(one.quantity),
})

function useShowings({ showings }: ZReport): Line[] {
  const t = useTranslations('shifts.paper')
  return showings.map((one, i) => ({
    key: String(i),
    name: `${one.product_name} ${money(one.value)} · ${at(one.created_at)}`,
    amount: t('copy', { number: String(one.copy) }),
  }))
}
