// Every screen × every kind of person, in the browser: a screen the rule opens is shown, any other says that it is not allowed.
import { expect } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import { test } from '../kit/browser.ts'
import { beforeTheApp } from '../kit/calls.ts'
import { customerId } from '../kit/card.ts'
import { accessOf, expected, screens, walked } from '../kit/screens.ts'
import { begins, t } from '../kit/texts.ts'

const PLATFORM = 'platform.localhost'
const people = [
  { as: 'platform', host: PLATFORM },
  { as: 'support', host: PLATFORM },
  ...['nord', 'nord-stock', 'kiosque', 'kiosque-caisse', 'sud'].map((as) => ({ as, host: 'localhost' })),
]
test.for(people)('$as opens what the rules say, and nothing else', async ({ as, host }, { newPage }) => {
  const { actor, seen } = await walked(await newPage({ as, host, kept: { language: 'fr' } }))
  expect(seen).toEqual(expected(actor))
  // The control: one closed screen opened to all must be noticed, if this person has a closed one.
  const closed = screens.find((screen) => !allows(accessOf(screen), actor))
  if (closed) expect(seen).not.toEqual(expected(actor, (screen) => (screen === closed ? 'all' : accessOf(screen))))
})

test('of a customer further below, prices and credit say who sets them, and offer nothing to change', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const id = await customerId(page, 'Épicerie du Port')
  for (const path of [`/customer/${id}/credit/add`, `/customer/${id}/credit/auto`, `/customer/${id}/dynamic/discount`]) {
    await page.goto(path)
    await page.getByRole('heading', { name: t('house.not_your_customer.title') }).waitFor()
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
  }
  await page.goto(`/customer/${id}/pad`)
  await page.getByText(begins('prices.pad_theirs')).waitFor()
  const switches = await page.locator('main').getByRole('switch').all()
  expect(switches.length).toBeGreaterThan(0)
  for (const one of switches) expect(await one.isDisabled()).toBe(true)
  expect(
    await page
      .getByRole('button', { name: t('goods.products.assigned.why') })
      .first()
      .isVisible(),
  ).toBe(true)
})
