// Reads lists as a screen reader does, and the files exported from these lists.
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot } from './browser.ts'
import { begins, t } from './texts.ts'

export async function settled(page: Page) {
  await expect.poll(() => page.getByRole('region', { name: t('fields.rows') }).getAttribute('aria-busy')).toBe('false')
}

/** The table as a screen reader reads it, headings first, without the checkboxes. */
export const shown = (page: Page): Promise<string[][]> =>
  page.getByRole('row').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th:not(:has(input[type=checkbox])), td:not(:has(input[data-pick]))')].map((cell) => {
        const hidden = [...cell.querySelectorAll('[aria-hidden]')].reduce((text, each) => text + (each.textContent ?? ''), '')
        return (cell.textContent ?? '').replace(hidden, '')
      }),
    ),
  )

/** Opens the menu of a list and presses one of its entries. */
export async function listTool(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('[data-list-tools]').click()
  await page.locator('[popover]:popover-open').getByRole('button', { name }).click()
}

export async function exportAs(page: Page, format: 'CSV' | 'Excel'): Promise<{ name: string; bytes: Buffer }> {
  await listTool(page, begins('pages.list.export'))
  const dialog = page.getByRole('dialog', { name: begins('pages.list.export_title') })
  await dialog.getByRole('radio', { name: new RegExp(format) }).check()
  await shoot(page, `export as ${format}`)
  await dialog.getByRole('button', { name: begins('pages.list.export') }).click()
  await page.waitForURL('**/download/*')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: t('words.download') }).click()
  const download = await waiting
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Reads the rows of the first sheet of a workbook (XLSX, a ZIP archive), finding the sheet's file by the archive's central directory. */
export function sheetRows(bytes: Buffer): string[][] {
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16)
  for (;;) {
    const [packed, nameLength, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const data = offset + 30 + bytes.readUInt16LE(offset + 26)
    if (bytes.subarray(at + 46, at + 46 + nameLength).toString() !== 'xl/worksheets/sheet1.xml') at += 46 + nameLength
    else return cellsIn(inflateRawSync(bytes.subarray(data, data + packed)).toString())
  }
}
const cellsIn = (xml: string) =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  )
