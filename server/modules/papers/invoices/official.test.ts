// Checks our e-invoices with the published rules of EN 16931 and XRechnung. They find no error in any kind of document with any tax treatment. For each rule
// that we wrote ourselves (rules.test.ts), a document that breaks it shows that the published rules report the same, or the test states why they do not.
import { describe, expect, test } from 'vitest'
import { ciiOf } from './cii.ts'
import { eInvoice } from './en16931.ts'
import { rulesOfContent } from './fixtures/cii-rules.ts'
import { rulesOfXRechnung } from './fixtures/cii-rules-de.ts'
import { rulesOfCodes, rulesOfVat } from './fixtures/cii-rules-vat.ts'
import { remarksOn } from './fixtures/official.ts'
import { papers } from './fixtures/papers.ts'
import { parse, print } from './fixtures/xml.ts'

const written = (paper: (typeof papers)[number][1], guideline: 'xrechnung' | 'factur_x') => ciiOf(eInvoice(paper, 'RE-2026-00002'), guideline)

test.for(papers)('a document passes the published rules of EN 16931 and XRechnung: %s', ([_, paper]) => {
  const [german, french] = [written(paper, 'xrechnung'), written(paper, 'factur_x')]
  const looks = [remarksOn(german, 'en16931'), remarksOn(german, 'xrechnung'), remarksOn(french, 'en16931')]
  expect(looks.flatMap(({ codes }) => codes)).toEqual([])
  for (const { places } of looks) expect(places).toBeGreaterThan(3)
})

/**
 * Those of our own rules whose breach the published rules report under another code, or not at all. `instead`: that other code; blank if the breach is not
 * reported. `why`: the reason.
 */
const elsewhere: Record<string, { instead: string; why: string }> = {
  'BR-61': { instead: 'BR-DE-23-a', why: 'asked at the account only, which is not there' },
  'BR-CL-17': { instead: 'BR-CL-18', why: 'one of the two lists each place' },
  'BR-O-01': { instead: 'BR-S-08', why: 'asked where a breakdown outside VAT is left, and ours has turned another category' },
  'PEPPOL-EN16931-R010': { instead: 'BR-63', why: 'Peppol’s rules are not among them' },
  'PEPPOL-EN16931-R020': { instead: 'BR-62', why: 'Peppol’s rules are not among them' },
  'PEPPOL-EN16931-R001': { instead: '', why: 'Peppol’s rules are not among them' },
  'PEPPOL-EN16931-R008': { instead: '', why: 'Peppol’s rules are not among them' },
  'PEPPOL-EN16931-R053': { instead: '', why: 'Peppol’s rules are not among them' },
  'PEPPOL-EN16931-R120': { instead: '', why: 'Peppol’s rules are not among them' },
  'BR-AE-08': { instead: '', why: 'off by less than a euro is let pass' },
  'BR-E-08': { instead: '', why: 'off by less than a euro is let pass' },
  'BR-Z-08': { instead: '', why: 'off by less than a euro is let pass' },
  'BR-CO-25': { instead: '', why: 'asked at the payment terms only, which are not there' },
  'BR-DE-19': { instead: '', why: 'saxon-js counts in doubles, too short for the check digits of an IBAN' },
}

describe('a document that breaks one of our own rules is also refused by the published rules, except where a reason is listed', () => {
  test.for([...rulesOfContent, ...rulesOfCodes, ...rulesOfVat, ...rulesOfXRechnung].map((rule) => [rule.code, rule] as const))(
    'rule %s',
    ([code, { plant }]) => {
      const { instead } = elsewhere[code] ?? { instead: code }
      const broken = papers.flatMap(([, paper]) => {
        const invoice = parse(written(paper, 'xrechnung'))
        return plant(invoice) ? [print(invoice)] : []
      })
      const codesOf = (xml: string) => remarksOn(xml, /^(BR-DE-|PEPPOL)/.test(instead || code) ? 'xrechnung' : 'en16931').codes
      if (instead) expect(broken.some((xml) => codesOf(xml).includes(instead))).toBe(true)
      else expect(broken.slice(0, 3).flatMap(codesOf)).not.toContain(code)
    },
  )
})

test('control: a document that is parsed and printed without a change passes the published rules', () => {
  for (const [, paper] of papers) expect(remarksOn(print(parse(written(paper, 'xrechnung'))), 'en16931').codes).toEqual([])
})
