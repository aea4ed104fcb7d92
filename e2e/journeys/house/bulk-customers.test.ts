// Two actions on chosen customers: one assigns a responsible person to them, the other sets one option for all of them. Each can be undone with one press.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { pickFound } from '../../kit/pick.ts'
import { addShop, type Shop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const undo = (page: Page) => page.getByRole('button', { name: t('shell.undo.undo') })
const undone = (page: Page) => page.getByText(t('shell.undo.done'))

async function choose(page: Page, shops: readonly Shop[]) {
  await go(page, '/customers/view')
  for (const { username } of shops) {
    await pickFound(page, username)
  }
}

test('chosen customers are assigned to a person; undoing removes the new assignments and keeps the customers that the person had before', async ({
  newPage,
}) => {
  const [shops, person, nord] = [[await addShop(), await addShop()], await newStaff({ flags: ['has_customers_read'] }), await callsAs('nord')]
  const ids = shops.map(({ customer_id }) => customer_id)
  await nord.staffAssign({ user_id: person.user_id, customer_ids: ids.slice(1) })
  const assigned = async () =>
    (await nord.staffAssignHistory({ filters: { user_id: person.user_id, current: true } })).content.map(({ customer_name }) => customer_name).sort()
  const page = await newPage({ as: 'nord' })
  await choose(page, shops)
  await page.getByRole('button', { name: t('customers.list.assign') }).click()
  const dialog = page.getByRole('dialog', { name: t('customers.list.assign_many', { n: 2, count: '2' }) })
  await dialog.getByRole('combobox', { name: t('fields.person') }).fill(person.username)
  await page.getByRole('option', { name: `${person.full_name} (${person.username})` }).click()
  await shoot(page, 'customers assigned to a person')
  await dialog.getByRole('button', { name: t('customers.list.assign') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(t('shell.undo.rows', { n: 1, count: '1' })).waitFor()
  await undo(page).hover()
  expect(await assigned()).toEqual(shops.map(({ name }) => name).sort())
  await undo(page).click()
  await undone(page).waitFor()
  expect(await assigned()).toEqual([shops[1]?.name])
})

test('one option is set for chosen customers, by a second press if an answer is lost; undoing restores each old value but the one in the lost answer', async ({
  newPage,
}) => {
  const shops = [await addShop(), await addShop(), await addShop()]
  const ids = shops.map(({ customer_id }) => customer_id)
  const page = await newPage({ as: 'nord' })
  await choose(page, shops)
  const calls = callsOn(page)
  await calls.customerExtra({ customer_id: ids[0] ?? '', pin_download: true })
  const options = () => Promise.all(ids.map(async (customer_id) => (await calls.customerDetails({ customer_id })).pin_download))
  expect(await options()).toEqual([true, false, false])
  let asked = 0
  await page.route('**/api/update_customer_extra_details/', async (route) => {
    if (++asked !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: t('customers.list.option'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('customers.list.option_many', { n: 3, count: '3' }) })
  await dialog.getByLabel(t('fields.pin_download'), { exact: true }).first().check()
  await dialog.getByLabel(t('words.yes_small'), { exact: true }).check()
  await shoot(page, 'one option for chosen customers')
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await dialog.getByText(t('errors.no_answer')).waitFor()
  await dialog.getByText(t('words.done_of_all', { done: '1', all: '3' })).waitFor()
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  await undo(page).hover()
  expect(await options()).toEqual([true, true, true])
  // The old value of the second customer was in the lost answer, so the bar says that this customer's new value stays.
  await page.getByText(t('shell.undo.unsure', { n: 1, count: '1' })).waitFor()
  await undo(page).click()
  await undone(page).waitFor()
  expect(await options()).toEqual([true, true, false])
})

test('staff with the right to customers can set an option; only managers can assign a person, and screen and server refuse it to staff', async ({
  newPage,
}) => {
  const [clerk, shop] = [await newStaff({ flags: ['has_customers'] }), await addShop()]
  const page = await newPage({ as: clerk.username })
  await choose(page, [shop])
  await page.getByRole('button', { name: t('customers.list.option'), exact: true }).waitFor()
  expect(await page.getByRole('button', { name: t('customers.list.assign') }).count()).toBe(0)
  const asked = { user_id: clerk.user_id, customer_ids: [shop.customer_id] }
  await expect(callsOn(page).staffAssign(asked)).rejects.toMatchObject({ code: 'forbidden' })
  // Control: the same call succeeds for a manager.
  expect(await (await callsAs('nord')).staffAssign(asked)).toMatchObject({ changed: 1 })
})
