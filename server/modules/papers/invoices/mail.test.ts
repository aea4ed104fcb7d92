// Documents by mail: a mail has the document's files attached and is sent to the mail address in the customer’s terms. Mailing a document gives it no second
// number.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Mail } from '../../../kit/post.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { pdfTexts } from '../../../test/pdf-text.ts'
import { fileWorld } from '../../../test/world.ts'
import { sendWaiting } from '../../messages/messages/deliver.ts'
import { sell, shopOf } from '../shifts/fixtures/shop.ts'
import { billed, completeParties, idsOf, months, soldAt } from './fixtures/lines.ts'
import { drawnFiles } from './invoices.ts'

const sent: Mail[] = []
const email = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email, sms: null } })
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const nord = await w.signIn('nord')
const month = months()
const deliver = async () => {
  sent.length = 0
  await sendWaiting({ ...w.services, documents: drawnFiles }, 1)
  return [...sent]
}
const textOf = ({ filename, content }: Mail['files'][number]) => (filename.endsWith('.pdf') ? pdfTexts(content as Buffer).join('\n') : String(content))
const kiosque = { chain: [ids.kiosque, ids.nord], prices: [9 * EURO] }
async function oneOf(chain: readonly string[]) {
  const m = month()
  await soldAt(w, { ...kiosque, chain, at: m.at(3) })
  return (await billed(w, nord, [chain[0] ?? ''], m.period))[0]?.documents[0] ?? { invoice_id: '', document_no: '' }
}
await rowsOf(w, `update organisations set email = 'kiosque@mailed.test' where tenant_id = 1 and id = $1`, [ids.kiosque])

test('a document is mailed when it is made if the customer’s terms say so; control: otherwise no mail is sent', async () => {
  await oneOf(kiosque.chain)
  expect(await deliver()).toEqual([])
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, by_mail: true })
  const { invoice_id, document_no } = await oneOf(kiosque.chain)
  await oneOf([ids.gare, ids.nord])
  const [mail, ...others] = await deliver()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'kiosque@mailed.test', subject: expect.stringContaining(document_no) })
  const pdf = Buffer.from((await nord.calls.invoiceFile({ invoice_id })).bytes, 'base64')
  expect(mail?.files.map(({ filename }) => filename)).toEqual([`${document_no}.pdf`, `${document_no}-xrechnung.xml`])
  expect(pdf.equals(mail?.files[0]?.content as Buffer)).toBe(true)
  // The issuer sees the sent mail beside the document.
  const { mails } = await nord.calls.invoiceReport({ invoice_id })
  expect(mails).toMatchObject([
    { recipient: 'kiosque@mailed.test', state: 'sent', kind: 'invoice_made', attachment_name: `${document_no}.pdf, ${document_no}-xrechnung.xml` },
  ])
})

test('a cancellation is mailed too if the customer’s terms say so', async () => {
  const { invoice_id } = await oneOf(kiosque.chain)
  const made = await nord.calls.invoiceCancel({ invoice_id, reason: 'wrong address' })
  expect((await deliver()).map(({ files }) => files[0]?.filename)).toContain(`${made.document_no}.pdf`)
})

test('on request a document is mailed to the customer or to another mail address, at most five times a day; another organisation cannot send it', async () => {
  const { invoice_id } = await oneOf([ids.gare, ids.nord])
  expect((await nord.calls.invoiceMail({ invoice_id, email: 'books@mailed.test' })).email).toBe('books@mailed.test')
  expect((await deliver())[0]).toMatchObject({ recipient: 'books@mailed.test' })
  for (let i = 1; i < 5; i++) await nord.calls.invoiceMail({ invoice_id })
  await expect(nord.calls.invoiceMail({ invoice_id })).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect((await w.signIn('sud')).calls.invoiceMail({ invoice_id })).rejects.toMatchObject({ code: 'not_found' })
  await rowsOf(w, `update organisations set email = '' where tenant_id = 1 and id = $1`, [ids.gare])
  const other = await oneOf([ids.gare, ids.nord])
  await expect(nord.calls.invoiceMail({ invoice_id: other.invoice_id })).rejects.toMatchObject({ problems: [{ field: 'email', code: 'required' }] })
})

test('an invoice run names customers whose documents should be mailed but who have no mail address; control: if all have a mail address, nobody is named', async () => {
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, by_mail: true })
  const named = async (email: string) => {
    await rowsOf(w, `update organisations set email = $2 where tenant_id = 1 and id = $1`, [ids.gare, email])
    const m = month()
    for (const chain of [[ids.gare, ids.nord], kiosque.chain]) await soldAt(w, { ...kiosque, chain, at: m.at(3) })
    const results = await billed(w, nord, [ids.gare, ids.kiosque], m.period)
    return results.filter(({ is_unmailed }) => is_unmailed).map(({ customer_id }) => customer_id)
  }
  expect(await named('')).toEqual([ids.gare])
  expect(await named('gare@mailed.test')).toEqual([])
  await deliver()
})

test('the mail of a payment reminder has the document attached', async () => {
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true, by_mail: false })
  const { invoice_id, document_no } = await oneOf(kiosque.chain)
  await rowsOf(w, `update invoices set due_on = '2020-01-01' where tenant_id = 1 and id = $1`, [invoice_id])
  await deliver()
  await nord.calls.invoicesRemind({ invoice_ids: [invoice_id] })
  expect((await deliver()).flatMap(({ files }) => files.map(({ filename }) => filename))).toEqual([`${document_no}.pdf`, `${document_no}-factur-x.xml`])
})

test('a mail with a document contains no PIN', async () => {
  const { manager } = await shopOf(w, 5)
  const corner = await goods(w, { pins: 2, euro: 10 })
  await sell(manager, corner.configuration_id, 2)
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, by_mail: true })
  const today = berlinDay(w.clock.now())
  await billed(w, nord, [ids.kiosque], { date_from: today, date_to: today })
  const all = (await deliver()).flatMap(({ text, html, subject, files }) => [text, html, subject, ...files.map(textOf)])
  expect(all.some((text) => text.includes('10,00'))).toBe(true)
  for (const pin of corner.pins) expect(all.some((text) => text.includes(pin))).toBe(false)
})
