// Suppliers: the check of VAT number, IBAN and BIC, and the effect of stopping a supplier.
import { expect } from 'vitest'
import { shoot, test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newShop } from '../../kit/shop.ts'
import { sendFile, supplierFile } from '../../kit/supplier-file.ts'
import { begins, holds, t } from '../../kit/texts.ts'

test('a wrong VAT number, IBAN and BIC are reported at their fields, with the wrong group of the IBAN; the corrected supplier is added', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  const company = `Fournier ${unique()}`
  await go(page, '/supplier/add')
  await page.getByLabel(t('fields.company')).fill(company)
  await page.getByLabel(begins('fields.ustidnr')).fill('FR 40 303 265 046')
  await page.getByLabel(t('fields.iban')).fill('DE89 3704 O044 0532 0130 00')
  await page.getByLabel(t('fields.bic')).fill('COBADEF')
  await page.getByRole('button', { name: t('goods.suppliers.submit_add') }).click()
  for (const text of [t('errors.problems.iban_group', { limit: 3 }), t('errors.problems.not_a_bic'), t('errors.problems.not_a_vat_id')])
    await page.getByText(text).first().waitFor()
  await shoot(page, 'supplier refused')
  await page.getByLabel(begins('fields.ustidnr')).fill('fr 40 303 265 045')
  await page.getByLabel(t('fields.iban')).fill('de89370400440532013000')
  await page.getByLabel(t('fields.bic')).fill('cobadeffxxx')
  await page.getByLabel(begins('fields.buying_discount')).fill('7,25')
  await page.getByRole('button', { name: t('goods.suppliers.submit_add') }).click()
  await page.waitForURL('**/suppliers/view')
  const row = page.getByRole('row').filter({ hasText: company })
  expect(await row.textContent()).toContain('7,25')
  await row.getByRole('link', { name: company }).click()
  await expect.poll(() => page.getByLabel(t('fields.iban')).inputValue()).toBe('DE89 3704 0044 0532 0130 00')
  expect(await page.getByLabel(begins('fields.ustidnr')).inputValue()).toBe('FR40303265045')
  expect(await page.getByLabel(t('fields.bic')).inputValue()).toBe('COBADEFFXXX')

  await page.getByLabel(t('fields.company')).fill('')
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByRole('link', { name: holds(t('fields.company'), t('errors.problems.required')) }).waitFor()
  await page.getByLabel(t('fields.company')).fill(`${company} et fils`)
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByRole('heading', { level: 1, name: `${company} et fils` }).waitFor()
  // A changed name is harmless, so a button offers for a moment to undo the change, also by keyboard.
  const back = page.getByRole('button', { name: t('shell.undo.undo') })
  await shoot(page, 'can be undone')
  await back.focus()
  await page.keyboard.press('Enter')
  await page.getByText(t('shell.undo.done')).waitFor()
  await page.getByRole('heading', { level: 1, name: company, exact: true }).waitFor()
  expect(await page.getByLabel(t('fields.company')).inputValue()).toBe(company)
  await back.waitFor({ state: 'detached' })
  // A changed discount affects money, so no button offers to undo it.
  await page.getByLabel(begins('fields.buying_discount')).fill('7,5')
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByRole('status').getByText(t('house.words.saved'), { exact: true }).waitFor()
  expect(await back.count()).toBe(0)
})

test('typed changes to a supplier survive a reload; leaving the page asks about them; saving an emptied field clears it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/version')
  const calls = callsOn(page)
  const company = `Brouillon ${unique()}`
  const { supplier_id } = await calls.supplierAdd({ company, city: 'Lille', email: 'a@brouillon.example' })
  const path = `/supplier/edit/${supplier_id}`
  const [city, email] = [page.getByLabel(begins('fields.town')), page.getByLabel(begins('fields.email'))]
  const products = page.getByRole('link', { name: t('house.screens.products'), exact: true }).first()
  const asks = page.getByRole('dialog', { name: /^Votre saisie n’est pas enregistrée/ })
  await go(page, path)
  await city.fill('Metz')
  await products.click()
  await asks.getByRole('button', { name: t('house.form.leave_anyway') }).click()
  await page.waitForURL('**/products/view')
  await go(page, path)
  expect(await city.inputValue()).toBe('Lille')

  await city.fill('Nancy')
  await email.fill('')
  await products.click()
  await shoot(page, 'leaving asks')
  await asks.getByRole('button', { name: t('house.form.stay') }).click()
  expect(new URL(page.url()).pathname).toBe(path)
  await page.reload()
  await page.getByText(t('house.form.kept')).waitFor()
  expect([await city.inputValue(), await email.inputValue()]).toEqual(['Nancy', ''])
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByRole('status').getByText(t('house.words.saved'), { exact: true }).waitFor()
  expect((await calls.suppliersList({ filters: { supplier_id } })).content).toMatchObject([{ company, city: 'Nancy', email: '' }])
  await products.click()
  await page.waitForURL('**/products/view')
})

test('stopping a supplier first names the products that have no other supplier; no file of the supplier can be imported until it is active again', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const calls = callsOn(page)
  const shop = await newShop({ plan: null })
  const goods = await newGoods(page, 'gift_card', { ...shop, pin_length: 16 })
  const company = `Grossiste ${unique()}`
  const { supplier_id } = await calls.supplierAdd({ company })
  const pin = supplierFile(16, 1).pins[0] ?? ''
  await calls.giftCardsAdd({ configuration_id: goods.configuration_ids[0] ?? '', supplier_id, buying_discount: 500, lot: '', cards: [{ pin, serial: '' }] })

  await go(page, `/supplier/edit/${supplier_id}`)
  await page.getByRole('button', { name: t('goods.suppliers.stop.stop') }).click()
  const ask = page.getByRole('dialog', { name: t('goods.suppliers.stop.ask', { company }) })
  await ask.getByText(t('goods.suppliers.stop.only', { count: 1 })).waitFor()
  await shoot(page, 'supplier stopping')
  await ask.getByRole('button', { name: t('goods.suppliers.stop.stop') }).click()
  await page.getByRole('button', { name: t('goods.suppliers.stop.start') }).waitFor()

  const suppliers = page.getByRole('combobox', { name: t('fields.supplier') })
  async function offered() {
    const file = supplierFile(16, 2)
    await sendFile(page, { name: goods.name, value: '10,00 €' }, file)
    await page.getByRole('button', { name: t('stock.import.leave_out', { n: file.broken }) }).click()
    await suppliers.fill(company)
    const found = page.getByRole('option', { name: company })
    await found.or(page.getByText(t('house.words.nothing_found'))).waitFor()
    return found.count()
  }
  expect(await offered()).toBe(0)
  await go(page, `/supplier/edit/${supplier_id}`)
  await page.getByRole('button', { name: t('goods.suppliers.stop.start') }).click()
  await page.getByRole('button', { name: t('goods.suppliers.stop.stop') }).waitFor()
  expect(await offered()).toBe(1)
})

test('a contact added on a supplier’s page needs a mail address or telephone number, is listed with a link for each, and can be removed', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const company = `Contact ${unique()}`
  const { supplier_id } = await callsOn(page).supplierAdd({ company })
  await go(page, `/supplier/edit/${supplier_id}`)
  await page.getByRole('link', { name: t('house.screens.supplier_contacts') }).click()
  await page.waitForURL(`**/supplier-contacts/view?supplier_id=${supplier_id}`)
  await page
    .getByRole('link', { name: t('house.screens.supplier_contact_add') })
    .first()
    .click()
  await expect.poll(() => page.getByRole('combobox', { name: t('fields.supplier') }).inputValue()).toBe(company)
  await page.getByLabel(t('fields.name')).fill('Claire Contact')
  await page.getByLabel(t('fields.task')).selectOption(t('fields.reclaims'))
  const add = page.getByRole('button', { name: t('house.screens.supplier_contact_add') })
  await add.click()
  await page.getByText(t('errors.problems.required')).first().waitFor()
  await page.getByLabel(t('fields.email')).fill('claire@example.test')
  await page.getByLabel(t('fields.telephone')).fill('+33 1 23 45 67 89')
  await add.click()
  const row = page.getByRole('row').filter({ hasText: company })
  await row.waitFor()
  for (const to of ['mailto:claire@example.test', 'tel:+33123456789']) expect(await row.locator(`a[href="${to}"]`).count(), to).toBe(1)
  await shoot(page, 'supplier contact')
  await row.getByRole('link', { name: 'Claire Contact' }).click()
  await page.getByRole('button', { name: t('house.words.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('house.words.remove') })
    .click()
  await page.waitForURL('**/supplier-contacts/view')
  expect((await callsOn(page).supplierContactsList({ filters: { supplier_id } })).content).toEqual([])
})
