// The file for the bank, by the rules of ISO 20022 (pain.008.001.08) and of the guidelines of the European Payments Council.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { earliestDay, isBankDay } from './bank-days.ts'
import { type Debit, type PainFile, painOf } from './pain008.ts'
import { sepaText } from './sepa-text.ts'

const debit = (n: number, more: Partial<Debit> = {}): Debit => ({
  ...{ end_to_end_id: `0194f5b0c0de7000800000000000000${n}`, sequence: 'recurring', amount: 10 * EURO + n * 100 },
  ...{ mandate_reference: `M-0000${n}`, signed_on: '2026-01-05', purpose: `RE-2026-0000${n} & <more>` },
  ...{ debtor: { name: 'Zoë Müller & Söhne', iban: 'FR1420041010050500013M02606', bic: '' }, ...more },
})
const file = (debits: readonly Debit[], scheme: PainFile['scheme'] = 'core'): PainFile => ({
  ...{ message_no: '0194f5b0c0de70008000000000000000', created_at: new Date('2026-03-02T09:00:00.123Z'), scheme, collect_on: '2026-03-16', debits },
  creditor: { name: 'Comptoir Nord', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', creditor_id: 'DE98ZZZ09999999999' },
})

/** The children of each element in the order that the schema prescribes. A name with a question mark may be missing. */
const ORDER: Record<string, string> = {
  Document: 'CstmrDrctDbtInitn',
  CstmrDrctDbtInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  PmtInf: 'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdColltnDt Cdtr CdtrAcct CdtrAgt ChrgBr CdtrSchmeId DrctDbtTxInf+',
  PmtTpInf: 'SvcLvl LclInstrm SeqTp',
  CdtrSchmeId: 'Id',
  PrvtId: 'Othr',
  DrctDbtTxInf: 'PmtId InstdAmt DrctDbtTx DbtrAgt Dbtr DbtrAcct RmtInf',
  PmtId: 'EndToEndId',
  DrctDbtTx: 'MndtRltdInf',
  MndtRltdInf: 'MndtId DtOfSgntr',
  FinInstnId: '(BICFI|Othr)',
}
/** What the text of an element must look like. */
const FORM: Record<string, RegExp> = {
  ...{ MsgId: /^[A-Za-z0-9+?/:().,' -]{1,35}$/, PmtInfId: /^[A-Za-z0-9+?/:().,' -]{1,35}$/, EndToEndId: /^[A-Za-z0-9+?/:().,' -]{1,35}$/ },
  ...{ MndtId: /^[A-Za-z0-9+?/:().,'-]{1,35}$/, Nm: /^[A-Za-z0-9+?/:().,' -]{1,70}$/, Ustrd: /^[A-Za-z0-9+?/:().,' -]{1,140}$/ },
  ...{ CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, ReqdColltnDt: /^\d{4}-\d\d-\d\d$/, DtOfSgntr: /^\d{4}-\d\d-\d\d$/ },
  ...{ NbOfTxs: /^\d{1,15}$/, CtrlSum: /^\d{1,15}\.\d\d$/, InstdAmt: /^\d{1,9}\.\d\d$/, PmtMtd: /^DD$/, SeqTp: /^(FRST|RCUR)$/, ChrgBr: /^SLEV$/ },
  ...{ IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/, BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, Prtry: /^SEPA$/ },
}

type Node = { name: string; children: Node[]; text: string }
function parsed(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' }
  const open = [root]
  for (const [, closes, name = '', text = ''] of xml.replace(/^<\?.*\?>\s*/, '').matchAll(/<(\/?)(\w+)[^>]*>([^<]*)/g)) {
    if (closes) open.pop()
    else {
      const node = { name, children: [], text }
      open.at(-1)?.children.push(node)
      open.push(node)
    }
  }
  return root.children[0] as Node
}
const all = (node: Node, name: string): Node[] => [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => all(child, name))]
const texts = (node: Node, name: string) => all(node, name).map(({ text }) => text)

function broken(node: Node): string[] {
  const order = ORDER[node.name]
  const pattern =
    order &&
    new RegExp(
      `^${order
        .split(' ')
        .map((name) => (name.endsWith('+') ? `(${name.slice(0, -1)} )+` : `(${name}) `))
        .join('')}$`,
    )
  const children = node.children.map(({ name }) => `${name} `).join('')
  const form = FORM[node.name]
  return [
    ...(pattern && !pattern.test(children) ? [`${node.name}: ${children}`] : []),
    ...(form && !form.test(node.text) ? [`${node.name}=${node.text}`] : []),
    ...node.children.flatMap(broken),
  ]
}

test.for([
  ['core', [debit(1, { sequence: 'first' }), debit(2), debit(3)]],
  ['b2b', [debit(1, { debtor: { name: 'Łódź ΑΒ', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' } })]],
] as const)('a file of scheme %s keeps the order of elements and the forms of the guidelines', ([scheme, debits]) => {
  expect(broken(parsed(painOf(file(debits, scheme))))).toEqual([])
})

test('control: an element in another place, a letter outside the set and an amount with one decimal are found', () => {
  const xml = painOf(file([debit(1)]))
  expect(broken(parsed(xml.replace(/(<MsgId>.*<\/MsgId>)(<CreDtTm>.*<\/CreDtTm>)/, '$2$1')))).toHaveLength(1)
  expect(broken(parsed(xml.replace('Zoe Mueller', 'Zoé')))).toHaveLength(1)
  expect(broken(parsed(xml.replace('>10.01</InstdAmt>', '>10.1</InstdAmt>')))).toHaveLength(1)
})

test('the amounts add up in cents to the sums of their parts and of the file, and first and recurring debits are in separate parts', () => {
  const debits = [debit(1, { sequence: 'first', amount: 1 * EURO + 1_000 }), debit(2, { amount: 2 * EURO + 2_000 }), debit(3, { amount: 100 })]
  const document = parsed(painOf(file(debits)))
  expect(texts(document, 'InstdAmt')).toEqual(['1.10', '2.20', '0.01'])
  expect(texts(document, 'CtrlSum')).toEqual(['3.31', '1.10', '2.21'])
  expect(texts(document, 'NbOfTxs')).toEqual(['3', '1', '2'])
  expect(texts(document, 'SeqTp')).toEqual(['FRST', 'RCUR'])
  expect(new Set(texts(document, 'PmtInfId')).size).toBe(2)
})

test('texts are written in the letters that every bank takes; a sign without a counterpart becomes a full stop', () => {
  expect(sepaText('Zoë Müller & Söhne, Straße Łódź İzmir ığ', 70)).toBe('Zoe Mueller + Soehne, Strasse Lodz Izmir ig')
  expect(sepaText('日本\n<a>', 70)).toBe('.. .a.')
  expect(sepaText('x'.repeat(80), 70)).toHaveLength(70)
})

test('banks are closed at weekends and on six holidays, of which Good Friday and Easter Monday move with Easter', () => {
  for (const day of ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2027-03-26', '2027-03-29', '2026-03-07', '2026-03-08'])
    expect(isBankDay(day), day).toBe(false)
  for (const day of ['2026-04-02', '2026-04-07', '2026-05-14', '2026-12-24', '2026-12-28', '2027-03-25']) expect(isBankDay(day), day).toBe(true)
})

test('the earliest day is one business day after the file reaches the bank, and not before the days of notice are over', () => {
  expect(earliestDay('2026-03-02', 1)).toBe('2026-03-03')
  // A file made on a Friday can be collected on Monday; one made on a Saturday reaches the bank on Monday.
  expect(earliestDay('2026-03-06', 1)).toBe('2026-03-09')
  expect(earliestDay('2026-03-07', 1)).toBe('2026-03-10')
  expect(earliestDay('2026-04-02', 1)).toBe('2026-04-07')
  expect(earliestDay('2026-03-02', 14)).toBe('2026-03-16')
  expect(earliestDay('2026-03-01', 6)).toBe('2026-03-09')
})
