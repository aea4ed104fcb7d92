// Documents as PDF/A-3b, checked with our own implementation of the clauses of the standard: a document of each kind, and one with a logo, obey all
// clauses, and a file that breaks a clause is noticed.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, openPdf } from '../../../kit/pdf.ts'
import { ciiOf } from './cii.ts'
import { eInvoice } from './en16931.ts'
import { papers } from './fixtures/papers.ts'
import { pdfRules, readPdf } from './fixtures/pdfa-rules.ts'
import { drawingOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { Paper } from './shape.ts'

const made_at = new Date('2026-03-02T10:00:00Z')
const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c00' } })
  .png()
  .toBuffer()
const drawn = async (paper: Paper, picture?: Buffer) =>
  (await pdfOf(drawingOf(paper, 'RE-2026-00002'), ciiOf(eInvoice(paper, 'RE-2026-00002'), 'factur_x'), made_at, picture)).toString('latin1')
const broken = (text: string) => pdfRules.filter(({ holds }) => !holds(readPdf(text))).map(({ clause }) => clause)
const [, first] = papers[0] ?? []
if (!first) throw new Error('no paper')

describe('a document’s PDF obeys PDF/A-3b', () => {
  test.for(papers)('document %s', async ([_, paper]) => expect(broken(await drawn(paper))).toEqual([]))
  test('with a logo too', async () => expect(broken(await drawn(first, logo))).toEqual([]))
  test('even with characters that its fonts lack, which are drawn as question marks', async () => {
    const odd = { ...first, buyer: { ...first.buyer, name: 'Kiosk 東京 🍀 محل' }, footer: '\u0007' }
    expect(broken(await drawn(odd))).toEqual([])
  })
})

describe('control: the test finds a PDF that breaks a clause', () => {
  test.for(pdfRules.map((rule) => [rule.clause, rule] as const))('clause %s', async ([clause, { plant }]) => {
    const text = await drawn(first, logo)
    const planted = clause === '6.2.11.8' ? await lacking() : plant(text)
    expect(planted).not.toBe(text)
    expect(broken(planted)).toContain(clause)
  })

  /** Draws a character that the font lacks, as earlier versions of our documents did. */
  async function lacking() {
    const page = openPdf({ title: 'x', author: 'x', made_at, options: { subset: 'PDF/A-3b' } })
    const done = bytesOf(page)
    page.text('東')
    page.end()
    return (await done).toString('latin1')
  }

  test('clause 6.2.10, by a picture with transparency', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#cc000080' } })
      .png()
      .toBuffer()
    expect(broken(await drawn(first, clear))).toContain('6.2.10')
  })
})
