// The bank's credit of a collection of direct debits is the same single transfer in every format, with the reference that the collection's file gave it.
import { expect, test } from 'vitest'
import { camt, details, entry, mt940, OWN, PAYER } from './fixtures/statements.ts'
import { readStatement } from './statement-file.ts'

const MESSAGE = '0192f0c1a2b37c4d8e5f60718293a4b5'
const BATCH = `${MESSAGE}-2`

function linesOf(text: string) {
  const found = readStatement('umsatz', text)
  return 'statements' in found ? found.statements.flatMap(({ lines }) => lines) : found.problem
}
const credit = { booked_on: '2026-11-12', amount: 100_0000, name: '', iban: '', reference: BATCH, nth: 0 }

/** A debit of 50 euros as a detail of an entry, with more references than its own. */
const debit = (refs = '') => details('Kiosk', PAYER, 'RE-1', 'b'.repeat(32), '<Amt Ccy="EUR">50.00</Amt>').replace('<Refs>', `<Refs>${refs}`)
const batched = (refs: string, more = '') => camt(entry('2026-11-12', '100.00', `${more}${debit(refs)}${debit(refs)}`))

test('the bank’s credit of a collection is one transfer, whether its reference is at the entry, at each debit, or only in the bank’s own words', () => {
  const named = `<PmtInfId>${BATCH}</PmtInfId>`
  expect(linesOf(camt(entry('2026-11-12', '100.00', `<Btch>${named}<NbOfTxs>2</NbOfTxs></Btch>`)))).toEqual([credit])
  expect(linesOf(batched('', `<Btch>${named}</Btch>`))).toEqual([credit])
  expect(linesOf(batched(`<MsgId>${MESSAGE}</MsgId>${named}`))).toEqual([credit])
  expect(linesOf(batched(`<MsgId>${MESSAGE.toUpperCase()}</MsgId>`))).toEqual([{ ...credit, reference: MESSAGE }])
})

test('the bank’s credit of a collection is the same transfer in MT940 and in CSV', () => {
  expect(linesOf(mt940([{ amount: '100,00', name: '', iban: '', purpose: '' }]).replace('SVWZ+', `KREF+${BATCH.slice(0, 22)}?21${BATCH.slice(22)}`))).toEqual([
    credit,
  ])
  const dutch = [':20:1', `:25:${OWN}`, ':60F:C261111EUR0,00', ':61:261112C100,00NDDTNONREF', `:86:/PREF/${BATCH}/REMI//`, ':62F:C261111EUR0,00', '-']
  expect(linesOf(dutch.join('\n'))).toEqual([credit])
  expect(linesOf(`Buchungstag;Verwendungszweck;Sammlerreferenz;Betrag\n12.11.2026;;${BATCH};100,00`)).toEqual([credit])
})

test('debits that the bank credits one by one keep their end-to-end reference', () => {
  const one = camt(entry('2026-11-12', '50.00', debit(`<PmtInfId>${BATCH}</PmtInfId>`)))
  expect(linesOf(one)).toMatchObject([{ name: 'Kiosk', iban: PAYER, reference: `RE-1 ${'b'.repeat(32)} ${BATCH}` }])
  expect(linesOf(batched(''))).toMatchObject([{ reference: `RE-1 ${'b'.repeat(32)}` }, { nth: 1 }])
})

test('references of another form, or of several collections in one entry, are left out, so that a transfer stays the same in every file', () => {
  for (const other of ['NOTPROVIDED', 'BATCH-4711', `${BATCH}3`, BATCH.slice(1), `x${MESSAGE}`])
    expect(linesOf(camt(entry('2026-11-12', '50.00', debit(`<PmtInfId>${other}</PmtInfId>`))))).toMatchObject([{ reference: `RE-1 ${'b'.repeat(32)}` }])
  const two = debit(`<PmtInfId>${BATCH}</PmtInfId>`) + debit(`<PmtInfId>${MESSAGE}-1</PmtInfId>`)
  expect(linesOf(camt(entry('2026-11-12', '100.00', two)))).toMatchObject([{ reference: `RE-1 ${'b'.repeat(32)} ${BATCH}` }, { amount: 50_0000 }])
})
