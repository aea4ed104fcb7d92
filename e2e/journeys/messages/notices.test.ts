// The bell shows the number of new notices and opens a panel with the oldest five of them; the panel shows all notices on demand.
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

test('after eleven top-ups the bell shows 9+ and lists the oldest five notices, on demand all of them; one press marks them as read', async ({ newPage }) => {
  const shop = await newShop()
  const nord = await callsAs('nord')
  const shops = await callsAs(shop.username)
  await shops.noticesSeen({})
  for (let euro = 1; euro <= 11; euro++)
    await nord.walletChange({ ...(await nord.transactionKey({})), customer_id: shop.customer_id, amount: euro * EURO, payment_mode: 'bank_transfer' })
  const page = await newPage({ as: shop.username, kept: { language: 'fr' } })
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: t('house.shell.notices_unread', { count: '9+' }) })
  await bell.getByText('9+').waitFor()
  await bell.click()
  const panel = page.getByRole('dialog', { name: t('house.shell.notices') })
  const fresh = panel.getByRole('region', { name: t('notices.new') })
  await fresh.getByRole('listitem').first().waitFor()
  const told = await fresh.getByRole('listitem').allTextContents()
  expect(told).toHaveLength(5)
  for (const [i, text] of told.entries()) expect(text).toMatch(begins('notices.kinds.credit_received', { amount: `${i + 1},00 €` }))
  await shoot(page, 'notices new')
  await fresh.getByRole('button', { name: begins('notices.more') }).click()
  await fresh.waitFor({ state: 'detached' })
  const newest = panel.getByRole('listitem').filter({ hasText: '11,00 €' }).first()
  await newest.getByText(t('notices.new'), { exact: true }).waitFor()
  await panel
    .getByRole('button', { name: t('notices.all_read'), exact: true })
    .first()
    .click()
  await newest.getByText(t('notices.new'), { exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('house.shell.notices'), exact: true }).waitFor()
  expect((await shops.noticesList({ unread: true })).content).toEqual([])
})
