// Practice mode: every page has a banner, and every simulated sale says that it is not real.
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { begins, t } from '../../kit/texts.ts'

test('while a manager practises at the till, every page has a banner and simulated sales have their own numbers; afterwards the till makes real sales', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'kiosque' })
  await page.goto('/settings')
  await page.locator('.card').first().waitFor()
  await page.getByRole('button', { name: begins('house.shell.account') }).click()
  await page.getByRole('button', { name: t('house.shell.training_start') }).click()
  const band = page.getByRole('region', { name: t('house.shell.training_end') })
  await band.waitFor()
  await page.goto('/cashcards/')
  await band.waitFor()
  await shoot(page, 'practice')
  const calls = callsOn(page)
  const [offer] = (await calls.sellerProductsV2({})).content
  const sale = await calls.sell({ ...(await calls.transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })
  expect(sale).toMatchObject({ training_no: expect.stringMatching(/^T-/), pins: [{ pin: expect.stringMatching(/^TRAINING/) }] })
  await band.getByRole('button', { name: t('house.shell.training_end') }).click()
  await band.waitFor({ state: 'detached' })
  await expect.poll(async () => (await callsOn(page).authCheck({})).is_training).toBe(0)
})
