// Every list that can be exported: the file has the columns of the screen in the same order, with the same content.
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test, unique } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { exportAs, settled, shown } from '../../kit/files.ts'
import { go, putBack } from '../../kit/open-page.ts'
import { invite } from '../../kit/people.ts'
import { t } from '../../kit/texts.ts'

const nord = { as: 'nord' }
const lists = [
  { path: '/customers/view', by: nord },
  { path: '/products/view', by: nord },
  { path: '/suppliers/view', by: nord, prepare: neverDelivered },
  // The screen shows "14 days and more" and "sold out" where the file has the number.
  { path: '/inventory/view', by: nord, but: t('fields.days_left') },
  { path: '/gift-cards/view', by: nord },
  { path: '/terminals', by: nord },
  { path: '/customer/credit/history?period=last_30_days', by: nord },
  { path: '/discount-slabs/', by: nord },
  // The screen shows the number of rights where the file has their names.
  { path: '/staff/view', by: nord, but: t('fields.flags'), prepare: () => invite() },
  // The export itself adds a row to the audit log, and other journeys add more, so up to `later` new rows may come first.
  { path: '/audit?period=today', by: nord, later: 60 },
  { path: '/reports-sales?period=last_7_days', by: nord },
  { path: '/report/product-discounts-list', by: nord, customer: true },
]

/** Adds a supplier with a landline number, a usual discount and no batch yet, so that the list has such a row. */
async function neverDelivered() {
  const calls = await callsAs('nord')
  await calls.supplierAdd({ company: `Abonné ${unique()}`, city: 'Lille', email: 'a@abonne.example', telephone: '+33 3 20 00 00 00', buying_discount: 750 })
}

/** Texts that the screen shows for an empty value; the file leaves them empty. */
const words = [
  t('words.never'),
  `${t('words.code_channels.none')}e?`,
  t('house.words.not_on_offer'),
  t('customers.sells_nothing'),
  `${t('sales.dashboard.sold_out')}, .*`,
].join('|')
const NOTHING = new RegExp(`^(–|-|0|${words}|)$`, 'i')
const digits = (text: string) =>
  Number(
    text
      .replace(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

/** Whether a cell of the file matches the cell of the screen: amounts to the cent, times to the day, words exactly. */
function says(screen: string, file: string): boolean {
  const cell = screen.replaceAll('\u00a0', ' ').trim()
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?: [\d:]+)?$/.exec(file) ?? []
  if (file === '' || file === '0') return NOTHING.test(cell)
  if (cell === '') return false
  if (year) return cell.includes(`${day}.${month}.${year}`)
  if (/^-?\d+(,\d+)?$/.test(file) && /\d/.test(cell)) return Math.abs(digits(cell) - digits(file)) < 0.006 || cell.includes(file)
  return (
    cell.split(' · ').some((part) => file.includes(part) || part.includes(file)) ||
    file.split(/ · |, | /).some((part) => part.length > 1 && cell.includes(part))
  )
}

async function chooseCustomer(page: Page) {
  await page.getByRole('combobox', { name: t('fields.customer') }).fill('kiosque')
  await page.getByRole('option', { name: 'Kiosque Nord' }).click()
  await page.getByRole('row').nth(2).waitFor()
}

/** How often each list is compared: all attempts fail only if other journeys change the list during every one of them. */
const TRIES = 10

test.for(lists)(
  'the export of $path has the columns and the words of the screen',
  { timeout: 240_000 },
  async ({ path, by, customer, but, later = 0, prepare }, { newPage }) => {
    await prepare?.()
    const page = await newPage({ ...by, together: true, stays: true })
    await putBack(page)
    const listed = async () => {
      await go(page, path)
      if (customer) await chooseCustomer(page)
      await settled(page)
      return shown(page)
    }
    // Other journeys sell and add rows during the export, so the file is compared only with a list that was the same before and after it.
    let list = await listed()
    let bytes: Buffer = Buffer.alloc(0)
    let isSame = false
    for (let tries = 0; tries < TRIES && !isSame; tries++) {
      bytes = (await exportAs(page, 'CSV')).bytes
      const before = list
      if (later === 0) list = await listed()
      isSame = JSON.stringify(list) === JSON.stringify(before)
    }
    const [headings = [], ...table] = list
    expect(table.length).toBeGreaterThan(0)
    const [columns = [], ...rows]: string[][] = parse(bytes, { bom: true, delimiter: ';' })
    expect(columns.length).toBeGreaterThan(2)
    expect(headings.filter((heading) => columns.includes(heading))).toEqual(columns)
    /** Returns the cells in which file and screen differ, assuming that `added` new rows came at the top of the list in the meantime. */
    const wrongAfter = (added: number) =>
      table.flatMap((cells, row) =>
        columns.flatMap((column, i) => {
          const [screen = '', file = ''] = [cells[headings.indexOf(column)], rows[row + added]?.[i]]
          return column === but || says(screen, file) ? [] : [`${column}: ${screen} | ${file}`]
        }),
      )
    const wrong = Array.from({ length: later + 1 }, (_, added) => wrongAfter(added)).sort((a, b) => a.length - b.length)[0]
    expect(wrong).toEqual([])
  },
)

test('control: the comparison fails if a cell has the words of another column', () => {
  for (const [screen, file] of [
    [t('fields.is_active'), 'Suspendu'],
    ['10,00 €', '10,01'],
    ['', 'Lyon'],
    ['Lyon', ''],
    ['21.11.2026, 18:00', '2026-11-20 18:00:00'],
  ] as const)
    expect([screen, file, says(screen, file)]).toEqual([screen, file, false])
})
