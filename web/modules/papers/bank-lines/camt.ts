// Reads statements in XML by ISO 20022: camt.053 (statements), camt.052 (account reports) and camt.054 (advices), in any version.
import { type Money, parseMoney } from '../../../../contract/kit/money.ts'
import { accountOf } from './accounts.ts'
import { isoDay } from './days.ts'
import { purposeOf } from './purpose.ts'
import { type Collector, type LeftOut, NotRead, ownReference, referenceOf, tidy } from './statement.ts'
import { allAt, allNamed, type Element, textAt, treeOf } from './xml-tree.ts'

export const isCamt = (text: string): boolean => /^\s*<[?!\w]/.test(text)

export function readCamt(xml: string, into: Collector): void {
  if (!/<(\w+:)?(Stmt|Rpt|Ntfctn)>/.test(xml)) throw new NotRead('not_a_statement')
  const statements = allNamed(treeOf(xml), ['Stmt', 'Rpt', 'Ntfctn'])
  let row = 0
  for (const statement of statements) {
    const account = accountOf(textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'))
    into.of(account)
    for (const entry of allAt(statement, 'Ntry')) readEntry(entry, account, ++row, into)
  }
}

function readEntry(entry: Element, account: string, row: number, into: Collector): void {
  const state = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts')
  const isPending = state !== '' && state !== 'BOOK'
  const booked_on = isoDay(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'))
  for (const { amount, details, reason } of partsOf(entry, row)) {
    if (isPending) into.leave(account, 'pending')
    else if (reason && !isReturn({ amount, details, reason }, booked_on, account, into)) into.leave(account, reason)
    else if (reason) continue
    else if (!booked_on) throw new NotRead('day_unclear', { row })
    else if (amount > 0) into.take(account, { booked_on, amount, ...partyOf(details, entry) }, row)
  }
}

/** Takes an outgoing or reversed part as the return of a direct debit of ours, if it is one. */
function isReturn({ amount, details, reason }: Part, booked_on: string | undefined, account: string, into: Collector): boolean {
  if (!details || (reason !== 'outgoing' && reason !== 'reversed')) return false
  const code = textAt(details, 'RtrInf/Rsn/Cd')
  return into.takeReturn(account, textAt(details, 'Refs/EndToEndId'), { amount, booked_on, reason: code })
}

type Part = { amount: Money; details: Element | undefined; reason: LeftOut | undefined }

/** Returns the amount of an element in euros; undefined if the element has no amount, or only one in another currency. */
function eurosAt(from: Element, ...paths: readonly string[]): Money | undefined {
  for (const path of paths) for (const { text, currency } of allAt(from, path)) if (currency === 'EUR') return parseMoney(text)
  return undefined
}

/**
 * Splits an entry into its transactions if each has an amount and their sum is the entry's amount. Otherwise the entry is one part. The credit of a collection
 * of direct debits is never split, so that it is the same transfer in every format.
 */
function partsOf(entry: Element, row: number): Part[] {
  const [said] = allAt(entry, 'Amt')
  const reason = reasonOf(entry, entry)
  if (said && said.currency !== 'EUR') return [{ amount: 0, details: undefined, reason: reason ?? 'other_currency' }]
  const amount = said && parseMoney(said.text)
  if (amount === undefined) throw new NotRead('amount_unclear', { row })
  const all = [...allAt(entry, 'NtryDtls/TxDtls'), ...allAt(entry, 'TxDtls')]
  const [only] = all
  if (all.length < 2 || batchOf(entry, all)) return [{ amount, details: all.length < 2 ? only : undefined, reason }]
  const parts = all.map((details) => ({ amount: eurosAt(details, 'Amt', 'AmtDtls/TxAmt/Amt'), details, reason: reasonOf(details, entry) }))
  const sum = parts.reduce((total, part) => total + (part.amount ?? Number.NaN) * (isCredit(part.details, entry) === isCredit(entry, entry) ? 1 : -1), 0)
  return sum === amount ? parts.map((part) => ({ ...part, amount: part.amount ?? 0 })) : [{ amount, details: sameForAll(all), reason }]
}

const isCredit = (part: Element, entry: Element) => (textAt(part, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')) === 'CRDT'

/** Returns the reason why a part of an entry is not an incoming transfer; undefined if it is one. */
function reasonOf(part: Element, entry: Element): LeftOut | undefined {
  if (/^(true|1)$/.test(textAt(part, 'RvslInd') || textAt(entry, 'RvslInd'))) return 'reversed'
  return isCredit(part, entry) ? undefined : 'outgoing'
}

/**
 * Returns the details of an entry that cannot be split. They name no payer, because there are several payers, but contain the references of all transactions.
 */
const sameForAll = (all: readonly Element[]): Element => ({
  ...{ name: 'TxDtls', text: '', currency: '' },
  children: all.flatMap(({ children }) => children.filter(({ name }) => name === 'RmtInf')),
})

/** Returns the only collection of ours that an entry and its transactions name; blank if they name none or several. */
function batchOf(entry: Element, all: readonly Element[]): string {
  for (const name of ['PmtInfId', 'MsgId']) {
    const batches = new Set([textAt(entry, `NtryDtls/Btch/${name}`), ...all.map((details) => textAt(details, `Refs/${name}`))].map(ownReference))
    batches.delete('')
    const [batch] = batches
    if (batch && batches.size === 1) return batch
  }
  return ''
}

function partyOf(details: Element | undefined, entry: Element) {
  const none = { name: '', iban: '' }
  const added = tidy(textAt(entry, 'AddtlNtryInf'))
  const batch = batchOf(entry, details ? [details] : [...allAt(entry, 'NtryDtls/TxDtls'), ...allAt(entry, 'TxDtls')])
  if (!details) return { ...none, reference: batch || added }
  const { purpose, end_to_end, iban } = purposeOf(
    allAt(details, 'RmtInf/Ustrd')
      .map(({ text }) => tidy(text))
      .join(' '),
  )
  const structured = [...allAt(details, 'RmtInf/Strd/CdtrRefInf/Ref'), ...allAt(details, 'RmtInf/Strd/RfrdDocInf/Nb')].map(({ text }) => text)
  const reference = referenceOf([purpose, ...structured, textAt(details, 'Refs/EndToEndId') || end_to_end, batch])
  return {
    name: textAt(details, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/Dbtr/Agt/FinInstnId/Nm'),
    iban: accountOf(textAt(details, 'RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id') || iban),
    reference: reference || tidy(textAt(details, 'AddtlTxInf')) || added,
  }
}
