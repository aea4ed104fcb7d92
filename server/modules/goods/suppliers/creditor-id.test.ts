// The check digits of SEPA creditor identifiers. The identifiers are the published examples of banks and central banks.
import { expect, test } from 'vitest'
import { isCreditorId } from './suppliers.ts'

test.for(['DE98ZZZ09999999999', 'AT61ZZZ01234567890', 'FR72ZZZ123456', 'NL79ZZZ999999990000', 'ES50ZZZM23456789', 'DE98ABC09999999999'])(
  'a published creditor identifier is accepted, whatever its business code: %s',
  (id) => expect(isCreditorId(id)).toBe(true),
)

test('a creditor identifier with a wrong digit, without a national number, or in another form is not accepted', () => {
  for (const id of ['DE97ZZZ09999999999', 'DE98ZZZ09999999998', 'DE98ZZZ', 'de98zzz09999999999', '98ZZZ09999999999', '']) expect(isCreditorId(id)).toBe(false)
})
