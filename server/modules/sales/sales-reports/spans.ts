// Periods of whole days up to yesterday, each beside the same number of days before it. Their figures are added up from the sums of single days, and equal
// the report over the same days.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { type salesSpans, spans } from '../../../../contract/sales/sales-reports.ts'
import { agreementOn, figuresChosen } from '../../../figures/sale-lines.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { costOf, type Masked } from '../sales/sales.ts'

type Answer = OutputOf<typeof salesSpans>
export type DayRow = { day: string; lines: number; quantity: number; face_total: number; sold_total: number; bought_total: number }

const DAY_MS = 86_400_000
const back = (today: string, days: number) => new Date(Date.parse(`${today}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
const LONGEST = Math.max(...Object.values(spans))

function told(rows: readonly DayRow[], actor: Masked) {
  const sum = (name: Exclude<keyof DayRow, 'day'>) => rows.reduce((total, row) => total + row[name], 0)
  const sold = { sold_total: sum('sold_total'), bought_total: sum('bought_total') }
  return { count: sum('lines'), quantity: sum('quantity'), face_total: sum('face_total'), sold_total: sold.sold_total, ...costOf(sold, actor) }
}

/** The figures of each span and of each day. `rows` are the days on which something was sold, in any order. */
export function spansOf(rows: readonly DayRow[], today: string, actor: Masked): Pick<Answer, 'spans' | 'days'> {
  const between = (from: string, to: string) => rows.filter(({ day }) => day >= from && day <= to)
  const each = Object.entries(spans) as [Answer['spans'][number]['name'], number][]
  return {
    spans: each.map(([name, days]) => {
      const [date_from, date_to] = [back(today, days), back(today, 1)]
      const before = told(between(back(today, 2 * days), back(today, days + 1)), actor)
      return { name, date_from, date_to, now: told(between(date_from, date_to), actor), before }
    }),
    days: Array.from({ length: LONGEST }, (_, i) => {
      const day = back(today, LONGEST - i)
      const { face_total, sold_total, margin_total } = told(between(day, day), actor)
      return { day, face_total, sold_total, margin_total }
    }),
  }
}

export async function readSpans(q: Query, actor: SignedIn, { customer_id }: InputOf<typeof salesSpans>, now: Date): Promise<Answer> {
  const today = berlinDay(now)
  const days = { date_from: back(today, 2 * LONGEST), date_to: back(today, 1) }
  const { text, values } = await figuresChosen(q, actor, { dimensions: ['day'] }, { customer_id }, days)
  const rows = await q.query<DayRow>(`select f.* from (${text}) f`, values)
  return { ...spansOf(rows, today, actor), agrees: await agreementOn(q, actor, days) }
}
