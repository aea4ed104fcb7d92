// Reads statements in SWIFT's format MT940. Its fields begin with a tag between colons: :61: is an entry, and a following :86: has its details.
import { parseMoney } from '../../../../contract/kit/money.ts'
import { accountOf } from './accounts.ts'
import { bookedDay } from './days.ts'
import { detailsOf } from './mt940-details.ts'
import { type Collector, type LeftOut, NotRead, referenceOf } from './statement.ts'

type Field = { tag: string; lines: string[]; row: number }

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:(25|61)[A-Z]?:/m.test(text)

/** Returns the fields of all messages in the file, without the envelopes that SWIFT puts around a message. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let open: Field | undefined
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag) {
      open = { tag, lines: [rest], row: i + 1 }
      fields.push(open)
    } else if (/^(-\}?\s*$|\{)/.test(line)) open = undefined
    else open?.lines.push(line)
  }
  return fields
}

/** An entry. Its mark is C or D (credit, debit); R before it means reversed, E expected. A letter of the currency may come between mark and amount. */
const ENTRY = /^(\d{6})(\d{4})?([RE]?)([CD])[A-Z]?(\d{1,9}),(\d{0,2})(?!\d)(?:[A-Z][A-Z0-9]{3})?(.*)$/

/** The reason of a return: a code of ISO 20022, which banks write somewhere in the purpose. */
const RETURN_CODE = /(?<![A-Z0-9])(?:A[CGM]\d\d|BE0[15]|FF0[15]|M[DS]0\d|R[CR]\d\d|SL01|TM01|CNOR|DNOR)(?![A-Z0-9])/

export function readMt940(text: string, into: Collector): void {
  const fields = fieldsOf(text)
  let account = ''
  let currency = ''
  let isOpen = false
  for (const [i, field] of fields.entries()) {
    const { tag, row } = field
    const first = field.lines[0] ?? ''
    if (tag === '20') {
      if (isOpen) throw new NotRead('damaged', { row })
      isOpen = true
      currency = ''
      account = ''
    } else if (tag === '25') {
      account = accountOf(first)
      into.of(account)
    } else if (tag === '60F' || tag === '60M') currency = /^[CD]\d{6}([A-Z]{3})/.exec(first)?.[1] ?? ''
    else if (tag === '61') readEntry(field, fields[i + 1], { account, currency }, into)
    // This field is the closing balance; a message without a closing balance was cut off.
    else if (tag === '62F' || tag === '62M') isOpen = false
  }
  if (isOpen) throw new NotRead('damaged')
}

function reasonOf(taken_back: string | undefined, mark: string, currency: string): LeftOut | undefined {
  if (taken_back) return taken_back === 'R' ? 'reversed' : 'pending'
  if (mark === 'D') return 'outgoing'
  return currency === 'EUR' ? undefined : 'other_currency'
}

function readEntry({ lines, row }: Field, next: Field | undefined, of: { account: string; currency: string }, into: Collector): void {
  const [first = ''] = lines
  const [, value = '', booked, taken_back, mark, euros = '', cents = '', rest = ''] = ENTRY.exec(first) ?? []
  if (!mark) throw new NotRead(/^\d{6}/.test(first) ? 'amount_unclear' : 'day_unclear', { row })
  if (of.currency === '') throw new NotRead('damaged', { row })
  const reason = reasonOf(taken_back, mark, of.currency)
  const booked_on = bookedDay(value, booked)
  const amount = parseMoney(cents ? `${euros}.${cents}` : euros)
  const details = detailsOf(next?.tag === '86' ? next.lines : [])
  if (reason) {
    const isBack = (reason === 'outgoing' || reason === 'reversed') && of.currency === 'EUR'
    const code = RETURN_CODE.exec(`${details.purpose} ${details.returned}`)?.[0] ?? ''
    if (!isBack || !into.takeReturn(of.account, details.end_to_end, { amount, booked_on, reason: code })) into.leave(of.account, reason)
    return
  }
  if (!booked_on) throw new NotRead('day_unclear', { row })
  if (amount === undefined) throw new NotRead('amount_unclear', { row })
  if (amount === 0) return
  const reference = referenceOf([details.purpose, details.end_to_end, details.batch]) || referenceOf([rest.split('//')[0]])
  into.take(of.account, { booked_on, amount, name: details.name, iban: accountOf(details.account), reference }, row)
}
