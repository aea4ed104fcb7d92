// A reseller fills a plan from a spreadsheet and by keyboard, gives a customer its own discount, has a price explained, and sees the effect of saving.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { type Card, customerId, newCard, planId } from '../../kit/card.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'

const shop = { as: 'kiosque', kept: { language: 'fr' } }

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => (document.activeElement?.getAttribute('aria-label') ?? '').replaceAll(/\s/g, ' '))
const textIn = async (where: Locator) => ((await where.textContent()) ?? '').replaceAll(/\s/g, ' ')
const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/\s/g, ' '))
const wholeOf = ({ name }: Card) => `Remise pour ${name} toutes les valeurs`
const cellOf = ({ name }: Card, euro: number) => `Remise pour ${name} ${euro},00 €`

/** Pastes text, as from a spreadsheet, into the focused element. */
const paste = (page: Page, text: string) =>
  page.evaluate((block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', block)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

async function openPlan(page: Page, card: Card) {
  await go(page, `/product-discount-slabs/${await planId(page, 'Gold')}`)
  await page.getByRole('searchbox', { name: t('prices.search_products') }).fill(card.name)
  await field(page, wholeOf(card)).waitFor()
  const cells = page.getByRole('region', { name: t('prices.grid') }).getByRole('textbox')
  await expect.poll(() => cells.count()).toBe(4)
}

async function review(page: Page) {
  await page.getByRole('button', { name: t('prices.review') }).click()
  const dialog = page.getByRole('dialog', { name: t('prices.effect') })
  await dialog.getByText(t('prices.margin_after')).waitFor()
  return dialog
}

/** The text that shows the effect of saving, with these numbers of customers. */
const effectOn = (counts: Partial<Record<'gained' | 'lost' | 'repriced' | 'unchanged', number>>) =>
  (['gained', 'lost', 'repriced', 'unchanged'] as const).flatMap((kind) => (counts[kind] ? [t(`prices.diff.${kind}`, { [kind]: counts[kind] })] : [])).join(' ')

/** Returns the number of shops in the text about the effect. It may include shops of other journeys, which may have the same plan. */
function shopsIn(facts: string): number {
  const [, customers, shops] = new RegExp(`${t('fields.customers')}(\\d+)${t('prices.shops')}(\\d+)`).exec(facts) ?? []
  expect([customers, Number(customers) > 0]).toEqual([shops, true])
  return Number(shops)
}

/** Returns the shop's price for a card as its till shows it. */
async function priceInTill(page: Page, configuration_id: string | undefined): Promise<number | null> {
  const { content } = await callsOn(page).sellerProductsV2({})
  return content.find((offer) => offer.configuration_id === configuration_id)?.price ?? null
}

async function charged(page: Page, configuration_id = ''): Promise<number | null> {
  const { transactionKey, sell, salesList } = callsOn(page)
  const { transaction_key } = await transactionKey({})
  const { sale_id } = await sell({ transaction_key, configuration_id, quantity: 1 })
  return (await salesList({})).content.find((sale) => sale.sale_id === sale_id)?.bought_total ?? null
}

test('a plan is pasted and typed as in a spreadsheet and its effect is shown; the shop’s till then shows and charges its prices', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const card = await newCard(page)
  await openPlan(page, card)
  expect(await page.getByRole('button', { name: t('prices.review') }).count()).toBe(0)

  await field(page, wholeOf(card)).fill('5')
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe(cellOf(card, 10))
  await paste(page, 'Azur\t6,5\r\nAzur\t7\r\nAzur\t3,25\r\n')
  await page.getByText(t('prices.unsaved', { n: 4 })).waitFor()
  for (const [euro, text] of [
    [10, '6,5'],
    [20, '7'],
    [50, '3,25'],
  ] as const)
    expect(await field(page, cellOf(card, euro)).inputValue()).toBe(text)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(cellOf(card, 50))
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(cellOf(card, 50))
  await page.keyboard.type('101')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('button', { name: t('prices.review') }).isDisabled()).toBe(true)
  await page.keyboard.press('Control+z')
  expect(await field(page, cellOf(card, 50)).inputValue()).toBe('3,25')
  await page.keyboard.press('Escape')
  expect(await field(page, cellOf(card, 50)).inputValue()).toBe('')
  await page.keyboard.press('Control+z')
  expect(await field(page, cellOf(card, 50)).inputValue()).toBe('3,25')
  await page.keyboard.press('Control+z')
  await page.getByText(t('prices.unsaved', { n: 1 })).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await paste(page, '6,5\n7\n3,25')
  await page.getByText(t('prices.unsaved', { n: 4 })).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(cellOf(card, 20))
  await shoot(page, 'a plan typed')

  const dialog = await review(page)
  const facts = await textIn(dialog)
  expect(facts).toMatch(new RegExp(`(?<!\\d)${effectOn({ gained: 3 * shopsIn(facts) })}(?! Un)`))
  await shoot(page, 'what saving a plan does')
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByText(t('prices.saved', { n: 4 })).waitFor()

  const till = await newPage(shop)
  await go(till, '/cashcards/')
  for (const [i, price] of [9.35, 18.6, 48.375].entries()) {
    expect(await priceInTill(till, card.configuration_ids[i])).toBe(Math.round(price * EURO))
    expect(await charged(till, card.configuration_ids[i])).toBe(Math.round(price * EURO))
  }

  await page.getByRole('button', { name: t('prices.take_back') }).click()
  await expect.poll(() => field(page, wholeOf(card)).inputValue()).toBe('')
  expect(await priceInTill(till, card.configuration_ids[0])).toBe(null)
})

test('a discount below cost is reported before it is saved, and a wrong paste changes nothing', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const card = await newCard(page)
  await openPlan(page, card)
  await field(page, wholeOf(card)).fill('8,01')
  const dialog = await review(page)
  await dialog.getByText(t('prices.below_cost')).waitFor()
  expect(plain(await dialog.getByRole('listitem').allTextContents())).toEqual([
    `${card.name} 50,00 € : vendu 45,995 €, coûte 46,00 €`,
    `${card.name} 20,00 € : vendu 18,398 €, coûte 18,40 €`,
    `${card.name} 10,00 € : vendu 9,199 €, coûte 9,20 €`,
  ])
  await shoot(page, 'below cost')
  await dialog.getByRole('button', { name: t('prices.not_yet') }).click()
  expect(await field(page, wholeOf(card)).inputValue()).toBe('8,01')
  await field(page, wholeOf(card)).fill('8')
  await dialog.waitFor({ state: 'detached' })
  const fine = await review(page)
  expect(await fine.getByText(t('prices.below_cost')).count()).toBe(0)
  await page.keyboard.press('Escape')

  await field(page, cellOf(card, 10)).focus()
  await paste(page, '1\nmoitié\n-2')
  expect(await page.getByRole('alert').count()).toBe(2)
  expect(await page.getByRole('button', { name: t('prices.review') }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: t('words.discard') }).click()
  expect(await field(page, wholeOf(card)).inputValue()).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('on a phone the bar that saves or discards changes is not covered by the menu bar', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', viewport: { width: 360, height: 740 } })
  const card = await newCard(page)
  await openPlan(page, card)
  await field(page, wholeOf(card)).fill('6')
  const dialog = await review(page)
  const facts = await textIn(dialog)
  expect(facts).toMatch(new RegExp(`(?<!\\d)${effectOn({ gained: 3 * shopsIn(facts) })}(?! Un)`))
  await dialog.getByRole('button', { name: t('prices.not_yet') }).click()
  await page.getByRole('button', { name: t('words.discard') }).click()
})

test('one customer’s own discount replaces that of its plan at its till, is explained, and is removed again', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const card = await newCard(page, [10, 20])
  const { planUpdate } = callsOn(page)
  await planUpdate({ discount_plan_id: await planId(page, 'Gold'), entries: [{ product_id: card.product_id, discount: 500 }] })
  const till = await newPage(shop)
  await go(till, '/cashcards/')
  expect(await priceInTill(till, card.configuration_ids[0])).toBe(9.5 * EURO)

  await go(page, `/customer/${await customerId(page, 'Kiosque Nord')}/pad?q=${card.name}`)
  const own = (euro: number) => field(page, `Remise propre pour ${card.name} ${euro},00 €`)
  await expect.poll(() => own(10).inputValue()).toBe('5,00')
  await own(10).focus()
  await page.keyboard.type('7,5')
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe(`Remise propre pour ${card.name} 20,00 €`)
  const dialog = await review(page)
  expect(await textIn(dialog)).toContain(effectOn({ repriced: 1, unchanged: 1 }))
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  const row = page.getByRole('row').filter({ hasText: `${card.name} 10,00 €` })
  await row.getByText(t('prices.sources.pad_configuration')).waitFor()
  expect(await textIn(row)).toContain('9,25 €')

  await row.getByRole('button', { name: begins('house.words.why_this_price') }).click()
  const why = page.getByRole('dialog', { name: t('house.words.why_this_price') })
  await why.getByRole('listitem').first().waitFor()
  expect(plain(await why.getByRole('list').first().getByRole('listitem').allTextContents())).toEqual([
    `${t('prices.sources.pad_configuration')}7,50 %${t('prices.holds')}`,
    `${t('prices.sources.pad_product')}–`,
    `${t('prices.sources.plan_configuration')} · Gold–`,
    `${t('prices.sources.plan_product')} · Gold5,00 %`,
  ])
  expect(await textIn(why)).toContain(`${t('prices.pays', { name: 'Kiosque Nord' })}9,25 € (7,50 %)`)
  await shoot(page, 'why this price')
  await page.keyboard.press('Escape')

  expect(await priceInTill(till, card.configuration_ids[0])).toBe(9.25 * EURO)
  expect(await charged(till, card.configuration_ids[0])).toBe(9.25 * EURO)
  expect(await priceInTill(till, card.configuration_ids[1])).toBe(19 * EURO)

  await row.getByRole('switch').press('Space')
  await page
    .getByRole('dialog')
    .getByText(effectOn({ lost: 1 }))
    .waitFor()
  await pressInDialog(page, t('house.words.save'))
  await row.getByText(t('house.words.not_on_offer')).waitFor()
  expect(await priceInTill(till, card.configuration_ids[0])).toBe(null)
  await row.getByRole('button', { name: begins('words.back_to_the_plan') }).click()
  await pressInDialog(page, t('house.words.save'))
  await row.getByText(t('prices.sources.plan_product')).waitFor()
  expect(await priceInTill(till, card.configuration_ids[0])).toBe(9.5 * EURO)
})

test('several customers are found by typing and get the same discount of their own with one action', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const card = await newCard(page, [10, 20])
  await go(page, '/customers/pad')
  await page
    .getByRole('button', { name: t('prices.assign_many') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('prices.assign_many') })
  await dialog.getByRole('searchbox', { name: t('words.search_customers') }).fill('kiosque n')
  await dialog.getByRole('button', { name: t('prices.pick_all', { n: 1 }) }).click()
  await dialog.getByRole('searchbox', { name: t('words.search_customers') }).fill('tabac de la g')
  await dialog.getByRole('checkbox', { name: 'Tabac de la Gare' }).check()
  await dialog.getByText(t('prices.picked', { n: 2 })).waitFor()
  await dialog.getByRole('combobox', { name: t('fields.product') }).fill(card.name)
  await page.getByRole('option', { name: card.name }).click()
  await dialog.getByRole('combobox', { name: t('fields.value') }).selectOption({ label: '20,00 €' })
  await dialog.getByLabel(t('fields.discount'), { exact: true }).fill('4')
  await dialog.getByText(effectOn({ gained: 2 })).waitFor()
  await shoot(page, 'assign to many')
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill(card.name)
  await expect.poll(() => page.getByRole('row').filter({ hasText: card.name }).count()).toBe(2)
  expect(await textIn(page.getByRole('row').filter({ hasText: card.name }).filter({ hasText: 'Tabac de la Gare' }))).toMatch(/20,00.*4,00 %.*19,20/)
})
