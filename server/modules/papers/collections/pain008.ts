// Writes a collection as pain.008.001.08 of ISO 20022, as the guidelines of the European Payments Council for SEPA direct debits prescribe. The schema
// prescribes the order of the elements.
import type { Money } from '../../../../contract/kit/money.ts'
import type { collectionSequences } from '../../../../contract/papers/collections.ts'
import type { mandateSchemes } from '../../../../contract/papers/mandates.ts'
import { cents, escaped, tag } from '../../../kit/xml.ts'
import { sepaText } from './sepa-text.ts'

export type Sequence = (typeof collectionSequences)[number]
type Account = { name: string; iban: string; bic: string }
export type Debit = {
  end_to_end_id: string
  sequence: Sequence
  amount: Money
  mandate_reference: string
  signed_on: string
  debtor: Account
  purpose: string
}
export type PainFile = {
  message_no: string
  created_at: Date
  scheme: (typeof mandateSchemes)[number]
  collect_on: string
  creditor: Account & { creditor_id: string }
  debits: readonly Debit[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08'
const NAME_MAX = 70
const PURPOSE_MAX = 140
const SCHEMES = { core: 'CORE', b2b: 'B2B' } as const
const SEQUENCES = { first: 'FRST', recurring: 'RCUR' } as const

const text = (name: string, value: string) => tag(name, escaped(value))
const named = (name: string, of: string) => tag(name, text('Nm', sepaText(of, NAME_MAX)))
const account = (name: string, iban: string) => tag(name, tag('Id', text('IBAN', iban)))
/** A bank by its BIC. Without a BIC the bank is found by the IBAN, and the guidelines prescribe the word NOTPROVIDED. */
const bank = (name: string, bic: string) => tag(name, tag('FinInstnId', bic ? text('BICFI', bic) : tag('Othr', text('Id', 'NOTPROVIDED'))))
const sumOf = (debits: readonly Debit[]) => debits.reduce((sum, { amount }) => sum + amount, 0)
const counted = (debits: readonly Debit[]) => [text('NbOfTxs', String(debits.length)), text('CtrlSum', cents(sumOf(debits)))]

export function painOf(file: PainFile): string {
  const { message_no, created_at, creditor, debits } = file
  const head = tag('GrpHdr', [
    text('MsgId', message_no),
    text('CreDtTm', `${created_at.toISOString().slice(0, 19)}Z`),
    ...counted(debits),
    named('InitgPty', creditor.name),
  ])
  const parts = (['first', 'recurring'] as const).flatMap((sequence) => {
    const some = debits.filter((debit) => debit.sequence === sequence)
    return some.length > 0 ? [partOf(file, sequence, some)] : []
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('Document', tag('CstmrDrctDbtInitn', [head, ...parts]), { xmlns: NAMESPACE })}\n`
}

/** The debits of one sequence, which a bank credits as one sum. */
function partOf({ message_no, scheme, collect_on, creditor }: PainFile, sequence: Sequence, debits: readonly Debit[]): string {
  const creditorId = tag('PrvtId', tag('Othr', [text('Id', creditor.creditor_id), tag('SchmeNm', text('Prtry', 'SEPA'))]))
  return tag('PmtInf', [
    text('PmtInfId', `${message_no}-${sequence === 'first' ? 1 : 2}`),
    text('PmtMtd', 'DD'),
    text('BtchBookg', 'true'),
    ...counted(debits),
    tag('PmtTpInf', [tag('SvcLvl', text('Cd', 'SEPA')), tag('LclInstrm', text('Cd', SCHEMES[scheme])), text('SeqTp', SEQUENCES[sequence])]),
    text('ReqdColltnDt', collect_on),
    named('Cdtr', creditor.name),
    account('CdtrAcct', creditor.iban),
    bank('CdtrAgt', creditor.bic),
    text('ChrgBr', 'SLEV'),
    tag('CdtrSchmeId', tag('Id', creditorId)),
    ...debits.map(debitOf),
  ])
}

const debitOf = ({ end_to_end_id, amount, mandate_reference, signed_on, debtor, purpose }: Debit) =>
  tag('DrctDbtTxInf', [
    tag('PmtId', text('EndToEndId', end_to_end_id)),
    tag('InstdAmt', cents(amount), { Ccy: 'EUR' }),
    tag('DrctDbtTx', tag('MndtRltdInf', [text('MndtId', mandate_reference), text('DtOfSgntr', signed_on)])),
    bank('DbtrAgt', debtor.bic),
    named('Dbtr', debtor.name),
    account('DbtrAcct', debtor.iban),
    tag('RmtInf', text('Ustrd', sepaText(purpose, PURPOSE_MAX))),
  ])
