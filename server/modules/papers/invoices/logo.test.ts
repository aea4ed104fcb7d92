// The logo on documents: the server re-encodes it on upload, the PDF and the screen show it, and a later logo changes no earlier document.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, idsOf, months, soldAt } from './fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque'])
const nord = await w.signIn('nord')
const month = months()
async function made() {
  const m = month()
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [9 * EURO], at: m.at(3) })
  return (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
}
const picture = async (background: string, format: 'png' | 'webp' = 'png') =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 600, height: 200, channels: 4, background } })
          .toFormat(format)
          .toBuffer(),
      ),
    ],
    `logo.${format}`,
  )
const pdfOf = async (invoice_id: string) => Buffer.from((await nord.calls.invoiceFile({ invoice_id })).bytes, 'base64')
const logoOf = async (invoice_id: string) => (await nord.calls.invoiceReport({ invoice_id })).drawing.logo
const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0

test('documents show the logo that was set when they were made; control: a document made before there was a logo has none', async () => {
  const without = await made()
  const red = (await nord.calls.invoiceLogo({ logo: await picture('#ff0000') })).logo
  expect((await nord.calls.invoiceSettings({})).logo).toBe(red)
  const first = await made()
  const [pdf, bare] = [await pdfOf(first), await pdfOf(without)]
  expect([await logoOf(without), await logoOf(first), pictures(bare), pictures(pdf)]).toEqual([null, red, 0, 1])
  expect((await w.fetch(String(red))).headers.get('content-type')).toBe('image/webp')

  const blue = (await nord.calls.invoiceLogo({ logo: await picture('#0000ff80', 'webp') })).logo
  expect(blue).not.toBe(red)
  const second = await made()
  expect([await logoOf(without), await logoOf(first), await logoOf(second)]).toEqual([null, red, blue])
  expect((await pdfOf(first)).equals(pdf)).toBe(true)
  expect((await pdfOf(second)).length).not.toBe(0)

  // A cancellation has the logo of the document that it cancels. After the logo is removed, new documents have no logo.
  const { invoice_id } = await nord.calls.invoiceCancel({ invoice_id: first, reason: 'wrong' })
  expect(await logoOf(invoice_id)).toBe(red)
  expect((await nord.calls.invoiceLogo({})).logo).toBeNull()
  expect(await logoOf(await made())).toBeNull()
  expect((await pdfOf(first)).equals(pdf)).toBe(true)
  // Changing other settings does not remove the logo.
  await nord.calls.invoiceLogo({ logo: await picture('#ff0000') })
  await nord.calls.invoiceSettingsUpdate({ footer: 'Merci' })
  expect((await nord.calls.invoiceSettings({})).logo).toBe(red)
})

test('an uploaded logo that is not a picture is refused, and no part of it is stored', async () => {
  const before = (await nord.calls.invoiceSettings({})).logo
  await expect(nord.calls.invoiceLogo({ logo: new File(['<svg onload="x"/>'], 'logo.png') })).rejects.toMatchObject({ code: 'image_unreadable' })
  await expect(nord.calls.invoiceLogo({ logo: new File([new Uint8Array(1_000_001)], 'logo.png') })).rejects.toMatchObject({ code: 'too_large' })
  expect((await nord.calls.invoiceSettings({})).logo).toBe(before)
})
