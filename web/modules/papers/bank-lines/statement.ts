// The result of reading a bank's statement, in whichever format: its incoming transfers, the returns of our direct debits, and how many other entries were
// left out.
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { EURO, type Money } from '../../../../contract/kit/money.ts'

/** A transfer as the file contains it; its texts are not yet tidied. */
export type CreditEntry = { booked_on: string; amount: Money; name: string; iban: string; reference: string }
export type Transfer = CreditEntry & { nth: number }

/** A return of a direct debit. `end_to_end_id` has the form that our files give it; `reason` is the code of ISO 20022, blank if the bank gives no code. */
export type Return = { end_to_end_id: string; booked_on: string; amount: Money; reason: string }

/** Why an entry of a statement is not taken. */
export const leftOut = ['outgoing', 'reversed', 'pending', 'other_currency', 'too_large'] as const
export type LeftOut = (typeof leftOut)[number]

/** The statement of one of the user's own accounts; `account` is blank if the file does not name it. */
export type Statement = { account: string; lines: Transfer[]; returns: Return[]; left_out: Record<LeftOut, number> }

/** The columns that a table of transfers must have to be read. */
export type Needed = 'day' | 'amount' | 'reference'
export type Problem =
  | 'not_a_statement'
  | 'empty'
  | 'damaged'
  | 'columns_missing'
  | 'day_unclear'
  | 'amount_unclear'
  | 'file_too_large'
  | 'too_many'
  | 'too_slow'
type Where = { row?: number; columns?: readonly Needed[] }

/** Thrown to stop reading a file, with the problem and its place. */
export class NotRead extends Error {
  override name = 'NotRead'
  readonly problem: Problem
  readonly where: Where
  constructor(problem: Problem, where: Where = {}) {
    super(problem)
    this.problem = problem
    this.where = where
  }
}

/** The length limits of a transfer's texts in the contract. */
const MOST = { name: 140, iban: 42, reference: 560 }
const CENT = EURO / 100

const cut = (text: string, most: number) => text.slice(0, most).toWellFormed().trim()
/** Returns a text in one line, without control characters. */
export const tidy = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
/** Returns an account number in the form in which it is compared: letters and digits only. */
export const bareAccount = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
const bare = (text: string) => bareAccount(fold(text))

const NO_REFERENCE = /^(NOTPROVIDED|NONREF)$/i

/** Joins the texts that a payer wrote, leaving out a text that an earlier one already contains. */
export function referenceOf(parts: readonly (string | undefined)[]): string {
  const said: string[] = []
  for (const part of parts) {
    const text = tidy(part ?? '')
    if (text === '' || NO_REFERENCE.test(text) || said.some((before) => bare(before).includes(bare(text)))) continue
    said.push(text)
  }
  return said.join(' ')
}

/**
 * Returns the reference by which a bank names a collection of direct debits, if it has the form that our files give it: 32 hexadecimal digits, and the number of
 * a part. Other references of banks are left out, because each format gives different ones, so that a transfer would not equal itself in another file.
 */
export const ownReference = (text: string): string => {
  const bare = text.replace(/\s/g, '').toLowerCase()
  return /^[0-9a-f]{32}(-[12])?$/.test(bare) ? bare : ''
}

/**
 * Collects the entries of a file, separately for each of the user's own accounts. Equal transfers of one account are numbered from 0, so that two equal
 * payments on one day are kept as two.
 */
export function collector(most: number) {
  const statements = new Map<string, Statement>()
  const seen = new Map<string, number>()
  let taken = 0
  function of(account: string): Statement {
    const known = statements.get(account)
    if (known) return known
    const begun: Statement = { account, lines: [], returns: [], left_out: { outgoing: 0, reversed: 0, pending: 0, other_currency: 0, too_large: 0 } }
    statements.set(account, begun)
    return begun
  }
  return {
    /** Records that the file has a statement of this account, even if it has no entries. */
    of,
    /** Takes an outgoing or reversed entry if its reference has the form of a debit of ours. Returns false if it does not. */
    takeReturn(
      account: string,
      end_to_end: string,
      { amount, booked_on, reason }: { amount: Money | undefined; booked_on: string | undefined; reason: string },
    ) {
      const end_to_end_id = ownReference(end_to_end)
      if (!/^[0-9a-f]{32}$/.test(end_to_end_id) || !amount || !booked_on || amount > BOOKING_MAX || amount % CENT !== 0) return false
      if (++taken > most) throw new NotRead('too_many')
      of(account).returns.push({ end_to_end_id, booked_on, amount, reason: /^[A-Z0-9]{4}$/.test(reason) ? reason : '' })
      return true
    },
    leave: (account: string, why: LeftOut) => {
      of(account).left_out[why]++
    },
    take(account: string, said: CreditEntry, row: number) {
      if (said.amount % CENT !== 0) throw new NotRead('amount_unclear', { row })
      if (said.amount > BOOKING_MAX) return void of(account).left_out.too_large++
      if (++taken > most) throw new NotRead('too_many')
      const { booked_on, amount } = said
      const line = {
        ...{ booked_on, amount },
        name: cut(tidy(said.name), MOST.name),
        iban: cut(bareAccount(said.iban), MOST.iban),
        reference: cut(tidy(said.reference), MOST.reference),
      }
      const key = JSON.stringify([account, booked_on, amount, bare(line.name), line.iban, bare(line.reference)])
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      of(account).lines.push({ ...line, nth })
    },
    all: () => [...statements.values()],
  }
}
export type Collector = ReturnType<typeof collector>
