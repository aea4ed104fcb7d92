// Reads the file of a day, which paysafecard puts into a folder after the day: its charges, order by order. A file that is incomplete, or not for our
// account, counts as no statement.
import type { Money } from '../../../contract/kit/money.ts'
import { allRead, instantOf } from '../answer-rules.ts'
import { unknown } from '../answers.ts'
import { euros } from '../digits.ts'
import type { Answer, StatementLine } from '../supplier.ts'

export const fileName = (day: string, distributor_id: string): string => `${day}_${distributor_id}.CSV`

/** The day that a file is about; undefined if the text does not begin like such a file. */
export function dayOf(text: string): string | undefined {
  const day = /^\uFEFF?H1;[^\r\n]{0,100}\r?\nH2;(20\d\d-[01]\d-[0-3]\d)/.exec(text)?.[1]
  const at = day === undefined ? undefined : instantOf(`${day}T00:00:00Z`)
  return at?.toISOString().slice(0, 10) === day ? day : undefined
}

/** The data needed to read a file. `costOf`: our cost of a face value, because the commission is in the contract and not in the file. */
export type FileOf = { day: string; distributor_id: string; costOf: (face: Money, product_id: string) => Money | undefined }

const COLUMNS = 16
/** The lines that an order in each state has in the statement: false is a charge, true is a refund. */
const BOOKED: Readonly<Record<string, readonly boolean[]>> = { DELIVERED: [false], CANCELLED: [false, true], REJECTED: [] }

export function readFile(text: string, { day, distributor_id, costOf }: FileOf): Answer<readonly StatementLine[]> {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((row) => row !== '')
    .map((row) => row.split(';'))
  const [first, second, third] = rows
  if (first?.[0] !== 'H1' || second?.[0] !== 'H2' || third?.[0] !== 'H3') return unknown('NO_HEAD')
  const last = rows.at(-1)
  if (last?.[0] !== 'EOF' || Number(last[1]) !== rows.length) return unknown('NOT_WHOLE')
  if (first[1] !== distributor_id) return unknown('ANOTHER_DISTRIBUTOR')
  if (!second[1]?.startsWith(day)) return unknown('ANOTHER_DAY')
  if (third[2] !== 'EUR') return unknown('ANOTHER_CURRENCY')
  return allRead(rows.slice(3, -1).flatMap((row) => linesOf(row, distributor_id, costOf)))
}

function linesOf(row: readonly string[], distributor_id: string, costOf: FileOf['costOf']): (StatementLine | undefined)[] {
  const [kind, order_id = '', offset = '', local = '', did, , , , , , , value = '', product_id = '', , status = ''] = row
  const booked = BOOKED[status]
  if (kind !== 'D' || row.length !== COLUMNS || did !== distributor_id || !booked) return [undefined]
  const [face, at] = [euros(value), instantOf(`${local.replace(' ', 'T')}${offset}`)]
  const cost = (face === undefined ? undefined : costOf(face, product_id)) ?? null
  if (!at || !/T\d\d:\d\d/.test(local.replace(' ', 'T')) || !/^[+-]\d\d:\d\d$/.test(offset)) return [undefined]
  const own = `order_${distributor_id}_`
  const reference = order_id.startsWith(own) ? order_id.slice(own.length) : null
  return booked.map((is_reversal) => ({ reference, supplier_reference: order_id, cost, at, is_reversal }))
}
