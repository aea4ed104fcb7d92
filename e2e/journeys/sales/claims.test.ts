// A claim from the till to the refund: it is made with two keys at the till, decided by letter keys at the reseller, or answered by a supplier's file.
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { pressInDialog, shoot, test, unique } from '../../kit/browser.ts'
import { callsAs, callsOn, letterTo } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { catchPrints } from '../../kit/prints.ts'
import { SELLER, sellAtTill, sellBy } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

test('a card that does not work is claimed at the till with two keys, decided by letter keys, and refunded', async ({ newPage }) => {
  const desk = await newPage({ as: 'nord' })
  const goods = await newGoods(desk, 'cash_card')
  await stocked(desk, goods.configuration_ids[0] ?? '', pinFile(3))
  // The shop's account was made by a user other than the one who decides here, because the maker of an account and the account count as one person, who may not
  // decide claims of their own.
  const calls = await callsAs(SELLER.as)

  const till = await newPage(SELLER)
  await catchPrints(till)
  await go(till, '/cashcards/')
  await sellAtTill(till, goods.name)
  await till.keyboard.press('Shift+F8')
  await till
    .getByRole('dialog', { name: t('counter.last.title') })
    .getByText(goods.name)
    .waitFor()
  await till.keyboard.press('c')
  const dialog = till.getByRole('dialog', { name: t('house.screens.claim_new') })
  await dialog.getByText(t('reclamations.claimed_as.possible')).waitFor()
  await shoot(till, 'claiming')
  await till.keyboard.press('Enter')
  await dialog.getByRole('listitem').filter({ hasText: goods.name }).and(dialog.locator('[data-outcome=claimed]')).waitFor()
  await shoot(till, 'claimed')
  const [claim] = (await calls.reclaimsList({ search_text: goods.name })).content
  const title = t('reclamations.claim_no', { number: claim?.number ?? 0 })

  await go(desk, `/reclaim-requests?q=${claim?.serial}`)
  await desk.getByRole('row').filter({ hasText: goods.name }).waitFor()
  await desk.keyboard.press('j')
  await desk.keyboard.press('u')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('reclamations.steps.take') })
    .click()
  await desk
    .getByRole('row')
    .filter({ hasText: t('reclamations.states.in_review') })
    .waitFor()
  await shoot(desk, 'queue')
  await desk.getByRole('link', { name: String(claim?.number), exact: true }).click()
  await desk.getByRole('heading', { level: 1, name: title }).waitFor()
  await desk.getByRole('button', { name: t('reclamations.steps.approve'), exact: true }).click()
  const approving = desk.getByRole('dialog')
  await approving.getByLabel(t('reclamations.proof_text.answer')).fill('AV-4711')
  await shoot(desk, 'approving')
  await approving.getByRole('button', { name: t('reclamations.steps.approve') }).click()
  await desk.getByText(t('reclamations.says.approved')).waitFor()
  await desk.keyboard.press('a')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('reclamations.steps.accept') })
    .click()
  await desk.getByText(t('reclamations.says.accepted')).waitFor()
  await shoot(desk, 'accepted')

  await go(till, '/seller-reclaim-requests')
  await till.getByRole('link', { name: String(claim?.number), exact: true }).click()
  await till.getByText(t('reclamations.says.accepted')).waitFor()
  // The supplier's reference is not shown to the shop.
  expect(await till.getByText('AV-4711').count()).toBe(0)
  expect((await calls.reclaimDetails({ reclaim_id: claim?.reclaim_id ?? '' })).refund_id).toBeTruthy()
})

test('a supplier gets its claims by mail; its answers, read from a file, approve and reject them, and the shop gets the refunds', async ({ newPage }) => {
  const desk = await newPage({ as: 'nord' })
  const goods = await newGoods(desk, 'cash_card', { euros: [18] })
  const company = `Grossiste ${unique()}`
  await callsOn(desk).supplierAdd({ company, email: 'reclamations@grossiste.example' })
  await stocked(desk, goods.configuration_ids[0] ?? '', pinFile(2), true, company)
  const calls = await callsAs(SELLER.as)
  const { sale_id } = await sellBy(calls, goods.configuration_ids[0] ?? '', 2)
  const { rows } = await calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  const [first, second] = rows

  await go(desk, '/reclaim-requests')
  await desk.getByRole('button', { name: t('reclamations.supplier.title') }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('combobox', { name: t('fields.supplier') }).selectOption({ label: company })
  const saving = desk.waitForEvent('download')
  await dialog.getByRole('button', { name: t('reclamations.supplier.send') }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^reclamations-.*\.csv$/)
  const sent = (await dialog.getByRole('status').textContent()) ?? ''
  const address = /\S+@\S+/.exec(sent)?.[0] ?? ''
  expect(await letterTo(address, 'reclaim_list')).toMatch(/\d/)
  // The supplier fills in the last two columns in the rows about these cards, and adds a row about a card that nobody claimed.
  const [head = '', ...asked] = (await readFile(await saved.path(), 'utf8')).split('\r\n')
  const answered = ([serial, says]: readonly [string | undefined, string]) =>
    asked.find((line) => line.includes(`;"${serial}";`))?.replace(/;[^;]*;[^;]*$/, `;${says}`)
  const says = [[first?.serial, 'yes;AV-1'] as const, [second?.serial, 'no;used on the 3rd'] as const].map(answered)
  const csv = [head, ...says, `${';'.repeat(head.split(';').length - 2)}yes;`].join('\r\n')
  await dialog.getByLabel(t('reclamations.supplier.read')).setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByText(t('words.done_of_all', { done: '2', all: '3' })).waitFor()
  await dialog
    .getByText(begins('reclamations.outcomes.unknown'))
    .or(dialog.getByText(t('reclamations.outcomes.unknown')))
    .first()
    .waitFor()
  await shoot(desk, 'answers')
  const state = async (id?: string | null) => (await calls.reclaimDetails({ reclaim_id: id ?? '' })).state
  expect([await state(first?.reclaim_id), await state(second?.reclaim_id)]).toEqual(['approved', 'rejected'])

  await go(desk, `/reclaim-request/${first?.reclaim_id}`)
  await desk.getByText('AV-1').waitFor()
  await desk.keyboard.press('a')
  await pressInDialog(desk, t('reclamations.steps.accept'))
  await desk.getByText(t('reclamations.says.accepted')).waitFor()
  const shop = await newPage(SELLER)
  await go(shop, '/seller/ledger?period=today&kind=refund')
  const refund = shop.getByRole('row').filter({ hasText: '17,10' })
  await refund.getByRole('link', { name: t('words.bookings.refund') }).click()
  await shop.getByText(t('reclamations.says.accepted')).waitFor()
  await shop.getByText(first?.serial ?? '').waitFor()
})
