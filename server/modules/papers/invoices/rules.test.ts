// Checks the XML of our e-invoices with the rules of EN 16931 and XRechnung one by one. Each kind of document with each tax treatment obeys all rules, and
// each rule is broken once to show that the check notices. docs/e-invoice-rules.md lists the rules.
import { describe, expect, test } from 'vitest'
import { ciiOf } from './cii.ts'
import { broken, eInvoice, rules } from './en16931.ts'
import { misplaced } from './fixtures/cii-order.ts'
import { rulesOfContent } from './fixtures/cii-rules.ts'
import { rulesOfXRechnung } from './fixtures/cii-rules-de.ts'
import { rulesOfCodes, rulesOfVat } from './fixtures/cii-rules-vat.ts'
import { papers } from './fixtures/papers.ts'
import { neverConcern } from './fixtures/rules-of-others.ts'
import { parse } from './fixtures/xml.ts'

const norm = [...rulesOfContent, ...rulesOfCodes, ...rulesOfVat]
const every = [...norm, ...rulesOfXRechnung]
const read = (paper: (typeof papers)[number][1], guideline: 'xrechnung' | 'factur_x') => parse(ciiOf(eInvoice(paper, 'RE-2026-00002'), guideline))

describe('an e-invoice obeys the rules of EN 16931, in the format XRechnung also those of XRechnung, and has the element order of the schema', () => {
  test.for(papers)('document %s', ([_, paper]) => {
    const [german, french] = [read(paper, 'xrechnung'), read(paper, 'factur_x')]
    expect(every.filter(({ holds }) => !holds(german)).map(({ code }) => code)).toEqual([])
    expect(norm.filter(({ holds }) => !holds(french)).map(({ code }) => code)).toEqual([])
    expect([...misplaced(german), ...misplaced(french)]).toEqual([])
  })
})

test('the documents in these tests have every kind and every VAT category', () => {
  expect(new Set(papers.map(([, { kind }]) => kind)).size).toBe(6)
  expect(new Set(papers.map(([, { category }]) => category))).toEqual(new Set(['S', 'Z', 'AE', 'E', 'O']))
})

describe('control: the check finds an e-invoice that breaks a rule', () => {
  test.for(every.map((rule) => [rule.code, rule] as const))('rule %s', ([_, { holds, plant }]) => {
    const seen = papers.flatMap(([, paper]) => {
      const invoice = read(paper, 'xrechnung')
      return plant(invoice) ? [holds(invoice)] : []
    })
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([false]))
  })

  test('or has an element that is out of place, repeated, or unknown to the schema in that place', () => {
    const wrong = (change: (invoice: ReturnType<typeof read>) => void) => {
      const invoice = read(papers[0]?.[1] as never, 'xrechnung')
      change(invoice)
      return misplaced(invoice)
    }
    expect(wrong(({ children }) => children.reverse())).toEqual(['CrossIndustryInvoice'])
    expect(wrong(({ children }) => children.push(children[0] as never))).toEqual(['CrossIndustryInvoice'])
    expect(wrong(({ children }) => children[1]?.children.push({ name: 'Name', attributes: {}, children: [], text: 'x' }))).toEqual(['ExchangedDocument'])
  })
})

test('every rule is once in docs/e-invoice-rules.md, with what it requires and whether a document that breaks it is refused', async () => {
  const codes = every.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const ahead = new Set(rules.map(({ code }) => code))
  const row = ({ code, asks }: (typeof every)[number]) => `| ${code} | ${asks} | ${ahead.has(code) ? 'yes' : ''} |`
  const head = '| rule | what it asks | a document that breaks it is not made |\n| --- | --- | --- |'
  await expect(
    [
      '# Rules of e-invoices\n',
      'Written by `server/modules/papers/invoices/rules.test.ts`, which holds documents of every kind and treatment against each of them, and breaks each once. The rules are',
      'read from the XML by `fixtures/cii-rules*.ts`, the schema’s order by `fixtures/cii-order.ts`; neither shares anything with what writes it. `official.test.ts` runs the published rules over the same documents, and says',
      'which of ours they find under another code.\n',
      `## EN 16931: ${norm.length}\n\n${head}\n${norm.map(row).join('\n')}\n`,
      `## XRechnung 3.0: ${rulesOfXRechnung.length}\n\n${head}\n${rulesOfXRechnung.map(row).join('\n')}\n`,
      '## Rules that cannot concern our documents\n',
      'They are about elements we never write: the order of the schema refuses them.\n',
      '| rules | about |\n| --- | --- |',
      ...neverConcern.map(([codes, about]) => `| ${codes} | ${about} |`),
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('../../../../docs/e-invoice-rules.md')
})

test('all rules that are checked before a document or its XRechnung is made are in docs/e-invoice-rules.md', () => {
  const own = rules.map(({ code }) => code).filter((code) => !code.startsWith('OWN'))
  expect(own.filter((code) => !every.some((rule) => rule.code === code))).toEqual([])
  for (const [, paper] of papers) expect(broken(eInvoice(paper, 'RE-2026-00002'), { xrechnung: true })).toEqual([])
})
