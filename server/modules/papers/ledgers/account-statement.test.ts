// An account statement has the opening balance, every movement and the closing balance. It is in the reader's language, and only users who may see the ledger
// get it.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { pdfTexts } from '../../../test/pdf-text.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { sell, shopOf } from '../shifts/fixtures/shop.ts'

const w = await fileWorld()
const { manager: shop, ten } = await shopOf(w)
const nord = await w.signIn('nord')
for (let i = 0; i < 60; i++) await sell(shop, ten)
const today = berlinDay(w.clock.now())
const days = { date_from: today, date_to: today }

async function made(person: Person, download_id: string) {
  const progress = await until('the file to be made', async () => {
    const now = await person.calls.exportProgress({ download_id })
    return (now.state === 'failed' || now.state === 'ready') && now
  })
  if (progress.state === 'failed') return progress
  return { ...progress, texts: pdfTexts(Buffer.from((await person.calls.exportFetch({ download_id })).bytes, 'base64')) }
}
const textsOf = async (person: Person, customer_id?: string) => {
  const { download_id } = await person.calls.ledgerStatement({ ...days, ...(customer_id && { customer_id }) })
  const file = await made(person, download_id)
  if (!('texts' in file)) throw new Error(file.state)
  return file.texts
}
const german = (amount: number) => new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount / EURO)

test('an account statement leads from the opening balance to the wallet’s balance, has sums, and repeats its heading on every page, for the shop and for its reseller', async () => {
  const { totals, balance } = await shop.calls.ledgerOwn({ filters: days })
  expect(totals.movements).toBeGreaterThan(59)
  for (const texts of [await textsOf(shop), await textsOf(nord, shop.customer_id)]) {
    expect(texts.filter((text) => text === german(balance)).length).toBeGreaterThan(0)
    const end = texts.lastIndexOf('Σ')
    expect(texts.slice(end, end + 3)).toEqual(['Σ', german(totals.debit_total), german(totals.credit_total)])
    const heads = texts.filter((text) => text === 'Solde' || text === 'Balance')
    const pages = texts.filter((text) => / · \d+$/.test(text))
    expect(heads.length).toBe(pages.length)
    expect(pages.length).toBeGreaterThan(1)
  }
  expect(totals.opening_balance + totals.credit_total - totals.debit_total).toBe(balance)
})

test('an account statement is in the reader’s language', async () => {
  const titles = { en: 'Ledger', de: 'Kontoauszug', fr: 'Relevé de compte', tr: 'Hesap ekstresi', nl: 'Rekeningoverzicht' }
  for (const [language, title] of Object.entries(titles)) {
    const { username } = await addAccount(w, 'kiosque', { internal_role: 0, language })
    expect((await textsOf(await w.signIn(username)))[1]).toMatch(new RegExp(`^${title} `))
  }
})

test('control: no account statement is made if the balance of a row does not follow from the row before', async () => {
  const one = `where tenant_id = 1 and wallet_id = $1 and seq = (select max(seq) - 3 from transfers where tenant_id = 1 and wallet_id = $1)`
  await rowsOf(w, `update transfers set amount = amount + 1 ${one}`, [shop.customer_id])
  const { download_id } = await shop.calls.ledgerStatement(days)
  expect((await made(shop, download_id)).state).toBe('failed')
  await rowsOf(w, `update transfers set amount = amount - 1 ${one}`, [shop.customer_id])
  const again = await shop.calls.exportAgain({ download_id })
  expect((await made(shop, again.download_id)).state).toBe('ready')
})

test('another organisation’s account statement is not found, and a period that ends before it begins is refused at its field', async () => {
  for (const [person, customer_id] of [
    [await w.signIn('sud'), shop.customer_id],
    [nord, nord.customer_id],
  ] as const)
    await expect(person.calls.ledgerStatement({ ...days, customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(shop.calls.ledgerStatement({ ...days, customer_id: nord.customer_id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(shop.calls.ledgerStatement({ date_from: today, date_to: '2020-01-01' })).rejects.toMatchObject({
    problems: [{ field: 'date_to', code: 'too_small', limit: expect.any(String) }],
  })
  const { username } = await addAccount(w, 'kiosque', { flags: ['has_cash_card'] })
  await expect((await w.signIn(username)).calls.ledgerStatement(days)).rejects.toMatchObject({ code: 'forbidden' })
})
