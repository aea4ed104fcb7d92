// Every screen × every kind of person, in the browser: a screen opens for those whom its access rule admits, and tells anybody else that it is not allowed.
// Every screen that takes an id is also opened with an id that does not exist: it says what does not exist, with a link back.
import { expect } from 'vitest'
import { allows } from '../../../contract/kit/access.ts'
import { shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { customerId } from '../../kit/card.ts'
import { accessOf, expected, isOfOne, NOBODY, screens, walked, withIds, wrongsAt } from '../../kit/screens.ts'
import { begins, t } from '../../kit/texts.ts'

const PLATFORM = 'platform.localhost'
/**
 * The people who open all screens. `least`: at least this many screens about a single row are open to the person; each of these is also opened with an id that
 * does not exist.
 */
const people = [
  { as: 'platform', host: PLATFORM, least: 15 },
  { as: 'support', host: PLATFORM },
  { as: 'nord', least: 20 },
  { as: 'nord-stock' },
  { as: 'kiosque', least: 8 },
  { as: 'kiosque-caisse' },
  { as: 'sud' },
]
test.for(people)(
  '$as opens exactly the allowed screens; each of those about one row reports an id that does not exist',
  async ({ as, host = 'localhost', least }, { newPage }) => {
    const page = await newPage({ as, host, kept: { language: 'fr' } })
    const { actor, seen, wrongs } = await walked(page)
    expect(seen).toEqual(expected(actor))
    expect(wrongs).toEqual([])
    // Control: the comparison would fail if a screen that is closed to this person were open to everybody.
    const closed = screens.find((screen) => !allows(accessOf(screen), actor))
    if (closed) expect(seen).not.toEqual(expected(actor, (screen) => (screen === closed ? 'all' : accessOf(screen))))
    if (least === undefined) return
    const open = screens.filter((screen) => isOfOne(screen) && allows(accessOf(screen), actor)).map(({ path }) => path)
    expect(open.length).toBeGreaterThanOrEqual(least)
    // The platform has not chosen a reseller yet and chooses one here, so that its screens about single rows open.
    if (as === 'platform') await callsOn(page).tenantChoose({ tenant_id: 1 })
    const ids = as === 'platform' ? ['abc', NOBODY] : ['abc']
    const paths = open.flatMap((path) => ids.map((id) => withIds(path, id)))
    expect(await wrongsAt(page, paths)).toEqual([])
    await shoot(page, `wrong id ${as}`)
  },
)

test('a reseller can neither change the prices of its customer’s customer nor give it credit; the screens say who can', async ({ newPage }) => {
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
      .getByRole('button', { name: t('house.words.why_this_price') })
      .first()
      .isVisible(),
  ).toBe(true)
})
