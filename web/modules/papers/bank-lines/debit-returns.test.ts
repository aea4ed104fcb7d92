// Returns of direct debits are read from outgoing and reversed entries that name a debit of ours; all other outgoing and reversed entries are only counted.
import { expect, test } from 'vitest'
import { camt, entry, mt940, OWN } from './fixtures/statements.ts'
import { readStatement } from './statement-file.ts'

const DEBIT = '0192f0c1a2b37c4d8e5f60718293a4b5'
const returned = { end_to_end_id: DEBIT, booked_on: '2026-11-12', amount: 53_0000, reason: 'AM04' }

function read(text: string) {
  const found = readStatement('umsatz', text)
  return 'statements' in found
    ? found.statements.map(({ lines, returns, left_out: { outgoing, reversed } }) => ({ lines, returns, outgoing, reversed }))[0]
    : found
}
const details = (end_to_end: string, code = 'AM04', amount = '') =>
  `<TxDtls><Refs><EndToEndId>${end_to_end}</EndToEndId></Refs>${amount}<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf></TxDtls>`
const debit = (inside: string, amount = '53.00', extra = '') => camt(entry('2026-11-12', amount, inside, { mark: 'DBIT', extra }))

test('a return of a direct debit is read from camt with the amount that the bank debited and the reason', () => {
  const only = { lines: [], returns: [returned], outgoing: 0, reversed: 0 }
  expect(read(debit(details(DEBIT)))).toEqual(only)
  expect(read(debit(details(DEBIT.toUpperCase()), '53.00', '<RvslInd>true</RvslInd>'))).toEqual(only)
  const two = details(DEBIT, 'MD06', '<Amt Ccy="EUR">50.00</Amt>') + details('NOTPROVIDED', 'AM04', '<Amt Ccy="EUR">3.00</Amt>')
  expect(read(debit(two))).toEqual({ lines: [], returns: [{ ...returned, amount: 50_0000, reason: 'MD06' }], outgoing: 1, reversed: 0 })
})

test('a return of a direct debit is read from MT940, with its reason if the bank gives one', () => {
  const text = (mark: string, purpose: string) => mt940([{ amount: '53,00', name: 'Kiosk', iban: '', purpose }]).replace('CR53', `${mark}53`)
  const purpose = `EREF+${DEBIT} SVWZ+RUECKLASTSCHRIFT AM04`
  expect(read(text('DR', purpose).replace('SVWZ+EREF', 'EREF'))).toMatchObject({ lines: [], returns: [returned] })
  expect(read(text('RCR', `EREF+${DEBIT} SVWZ+Retoure`).replace('SVWZ+EREF', 'EREF'))).toMatchObject({ lines: [], returns: [{ ...returned, reason: '' }] })
  const dutch = [':20:1', `:25:${OWN}`, ':60F:C261111EUR0,00', ':61:261112D53,00NDDTNONREF', `:86:/EREF/${DEBIT}/RTRN/AM04/`, ':62F:C261112EUR0,00', '-']
  expect(read(dutch.join('\n'))).toMatchObject({ returns: [returned] })
})

test('an outgoing payment that names no debit of ours is left out and only counted, also if it is still pending', () => {
  for (const other of ['NOTPROVIDED', 'K-4711', `${DEBIT}-1`, DEBIT.slice(1)])
    expect(read(debit(details(other)))).toEqual({ lines: [], returns: [], outgoing: 1, reversed: 0 })
  expect(read(camt(entry('2026-11-12', '53.00', details(DEBIT), { mark: 'DBIT', state: 'PDNG' })))).toMatchObject({ returns: [] })
  expect(read(debit(details(DEBIT, 'x'.repeat(500))))).toMatchObject({ returns: [{ ...returned, reason: '' }] })
})
