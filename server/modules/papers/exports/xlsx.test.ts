// A workbook is complete and always has the same bytes for the same rows. It is written only as fast as its reader takes the bytes, and reads no more rows
// once writing has failed.
import { setTimeout } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Cell, Column } from './cells.ts'
import { writeXlsx } from './xlsx.ts'

const columns: Column[] = [
  { key: 'name', kind: 'text', header: 'Çlient' },
  { key: 'balance', kind: 'money', header: 'Solde' },
]
const row = (n: number): Cell[] => [{ text: `Kiosque ${n} & Söhne` }, { number: String(n) }]
const page = (from: number, rows = 500) => Array.from({ length: rows }, (_, i) => row(from + i))

async function* pagesOf(pages: number) {
  for (let n = 0; n < pages; n++) yield page(n * 500)
}

async function workbookOf(pages: AsyncIterable<Cell[][]>) {
  const taken: Buffer[] = []
  await writeXlsx('Clients', columns, pages, async (bytes) => void taken.push(bytes))
  return Buffer.concat(taken)
}

test('a workbook contains every row, in the parts of the file format that a spreadsheet reads', async () => {
  const files = unzipSync(await workbookOf(pagesOf(40)))
  const wanted = ['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']
  expect(Object.keys(files).sort()).toEqual(wanted)
  const [sheet = '', book = ''] = [files['xl/worksheets/sheet1.xml'], files['xl/workbook.xml']].map((bytes) => bytes && strFromU8(bytes))
  expect(book).toContain('<sheet name="Clients"')
  expect(sheet.match(/<row>/g)).toHaveLength(20_001)
  expect(sheet).toContain('Çlient')
  expect(sheet).toContain('Kiosque 19999 &amp; Söhne')
  expect(sheet).toMatch(/<autoFilter ref="A1:B20001"\/><\/worksheet>$/)
})

test('workbooks of the same rows have the same bytes', async () => {
  expect((await workbookOf(pagesOf(2))).equals(await workbookOf(pagesOf(2)))).toBe(true)
})

test('writing a workbook reads rows only as fast as the target takes the file', async () => {
  let [read, isTaking] = [0, true]
  async function* endless() {
    for (; isTaking; read++) yield page(read * 500)
  }
  let take = () => {}
  const taking = new Promise<void>((resolve) => {
    take = resolve
  })
  const done = writeXlsx('Clients', columns, endless(), () => taking)
  // While this workbook waits for its reader, two longer workbooks are written completely. The waiting workbook reads no rows in that time.
  const another = () => writeXlsx('Clients', columns, pagesOf(200), async () => undefined)
  await another()
  const held = read
  await another()
  expect([held > 0, held < 60, read]).toEqual([true, true, held])
  isTaking = false
  take()
  await done
})

test('writing a workbook fails when its source or its target fails, and then reads no more rows', async () => {
  async function* broken() {
    yield page(0)
    throw new Error('away')
  }
  await expect(workbookOf(broken())).rejects.toThrow('away')

  let isReading = false
  async function* slow() {
    for (let n = 0; ; n++) {
      isReading = true
      await setTimeout(20)
      isReading = false
      yield page(n * 500)
    }
  }
  let writes = 0
  const full = async () => {
    if (++writes > 15) throw new Error('disk full')
  }
  await expect(writeXlsx('Clients', columns, slow(), full)).rejects.toThrow('disk full')
  expect(isReading).toBe(false)
})
