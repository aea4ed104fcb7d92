// Webhooks: a shop adds the address of its own system, tests it, and the system gets the next sale, signed; the shop sends that message again by hand.
import { expect } from 'vitest'
import { receiver } from '../../../server/modules/sales/webhooks/fixtures/receiver.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { nordOn } from '../../kit/credit.ts'
import { newGoods } from '../../kit/goods.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { newShop, sellBy } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

/** The job that sends webhooks runs each minute. The journey waits for one run only; repeated attempts are tested in server/modules/sales/webhooks. */
const A_ROUND = { timeout: 100_000 }

test('a shop’s own system gets a signed message of a sale; the message is listed, read and sent again by hand', async ({ newPage }) => {
  const hooks = await receiver()
  try {
    const shop = await newShop()
    const nord = await nordOn(newPage, '/dashboard', { account: { preferences: {} } })
    const { configuration_ids } = await newGoods(nord, 'cash_card', { customer_id: shop.customer_id })
    const [configuration_id = ''] = configuration_ids
    const file = pinFile(2)
    await stocked(nord, configuration_id, file)

    const page = await newPage({ as: shop.username })
    await page.goto('/webhooks')
    await page.getByText(t('webhooks.nothing')).waitFor()
    await shoot(page, 'webhooks, none yet')
    await page.getByRole('button', { name: t('webhooks.add') }).click()
    await page.getByLabel(begins('fields.url')).fill(`${hooks.origin}/shop`)
    await shoot(page, 'webhooks, adding one')
    await pressInDialog(page, t('webhooks.add'))
    await page.getByText(t('webhooks.secret_once')).waitFor()
    hooks.secrets.set('/shop', await page.locator('code', { hasText: 'whsec_' }).innerText())
    await page.getByRole('button', { name: t('webhooks.test') }).click()
    await page.getByRole('status').filter({ hasText: '204' }).waitFor()
    expect(hooks.came).toMatchObject([{ type: 'ping', isSigned: true }])
    await shoot(page, 'webhooks, tested')

    const { sale_id } = await sellBy(await callsAs(shop.username), configuration_id)
    await expect.poll(() => hooks.came.length, A_ROUND).toBe(2)
    expect(hooks.came[1]).toMatchObject({ type: 'sale.completed', isSigned: true, id: `sale_${sale_id}` })
    for (const { pin, serial } of file.pins) expect([hooks.came[1]?.text.includes(pin), hooks.came[1]?.text.includes(serial)]).toEqual([false, false])

    await page.goto('/webhook-deliveries')
    const row = page.getByRole('row').filter({ hasText: t('webhooks.events.sale_completed') })
    await row.filter({ hasText: t('webhooks.states.delivered') }).waitFor()
    await row.getByRole('button', { name: begins('house.named', { what: t('words.show') }) }).click()
    await page.getByRole('dialog').getByText(sale_id).first().waitFor()
    await shoot(page, 'webhooks, a message')
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: begins('house.named', { what: t('words.send_again') }) }).click()
    await row.filter({ hasText: t('webhooks.states.waiting') }).waitFor()
  } finally {
    await hooks.end()
  }
})
