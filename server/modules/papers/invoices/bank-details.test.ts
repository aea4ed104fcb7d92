// The account to which customers pay stands on documents: only managers may change it, and all managers are notified.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addAccount } from '../../../test/door.ts'
import { PATIENT, somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'
import { idsOf } from './fixtures/lines.ts'

const w = await fileWorld({ db: { deadlines: PATIENT } })
const ids = await idsOf(w, ['nord'])
const nord = await w.signIn('nord')
const clerk = await w.signIn((await addAccount(w, 'nord', { flags: ['has_invoice'] })).username)
await nord.calls.invoiceSettingsUpdate({ legal_name: 'Nord', iban: 'DE02 1203 0000 0000 2020 51' })
const ACCOUNT = 'DE89 3704 0044 0532 0130 00'
const notices = async () => (await nord.calls.noticesList({ limit: 100 })).content.filter(({ kind }) => kind === 'bank_details_changed')

test.for([
  [{ iban: ACCOUNT }, ['iban']],
  [{ bic: 'COBADEFF' }, ['bic']],
  [{ creditor_id: 'DE98ZZZ09999999999' }, ['creditor_id']],
  [{ iban: '' }, ['iban']],
  [{ bank_name: 'Other', footer: 'x' }, ['bank_name']],
  [{ footer: 'New account: de89-3704/0044.0532 0130_00!' }, ['footer']],
  [{ legal_name: `Nord ${ACCOUNT}`, hrb: 'HRB 1' }, ['legal_name']],
])('a clerk with the right to invoice cannot send the customers’ payments to another account by %j', async ([input, fields]) => {
  const before = await nord.calls.invoiceSettings({})
  await expect(clerk.calls.invoiceSettingsUpdate(input as never)).rejects.toMatchObject({
    problems: (fields as string[]).map((field) => ({ field, code: 'managers_only' })),
  })
  expect(await nord.calls.invoiceSettings({})).toEqual(before)
})

test('the clerk cannot change the logo, which can show another account; a manager can', async () => {
  const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const file = () => new File([new Uint8Array(picture)], 'logo.png')
  const { logo } = await nord.calls.invoiceLogo({ logo: file() })
  expect(logo).not.toBeNull()
  for (const change of [{ logo: file() }, {}])
    await expect(clerk.calls.invoiceLogo(change)).rejects.toMatchObject({ problems: [{ field: 'logo', code: 'managers_only' }] })
  expect((await nord.calls.invoiceSettings({})).logo).toBe(logo)
})

test('the clerk may change all other settings, also when the form sends the account unchanged', async () => {
  const { iban, bank_name } = await nord.calls.invoiceSettings({})
  expect(iban).not.toBe('')
  await clerk.calls.invoiceSettingsUpdate({ footer: 'Order 12 3456 7890 of DE89', iban, bank_name })
  expect(await nord.calls.invoiceSettings({})).toMatchObject({ footer: 'Order 12 3456 7890 of DE89', iban })
})

test('the clerk’s change does not undo a change of the account that a manager makes at the same moment', async () => {
  const { iban } = await nord.calls.invoiceSettings({})
  let change: Promise<unknown> | undefined
  await w.db.write(1, async (q) => {
    await q.query("update invoice_settings set iban = 'DE89370400440532013000' where tenant_id = 1 and organisation_id = :id", { id: ids.nord })
    change = clerk.calls.invoiceSettingsUpdate({ footer: 'Later', iban })
    await somebodyWaits(w, change)
  })
  await change
  expect(await nord.calls.invoiceSettings({})).toMatchObject({ footer: 'Later', iban: 'DE89370400440532013000' })
})

test('a manager changes the account, and the organisation gets a notice with its last characters', async () => {
  const before = (await notices()).length
  await nord.calls.invoiceSettingsUpdate({ iban: 'DE02 1203 0000 0000 2020 51' })
  await nord.calls.invoiceSettingsUpdate({ footer: 'No account' })
  const told = await notices()
  expect(told).toHaveLength(before + 1)
  expect(told[0]?.data).toMatchObject({ name: 'nord', code: '2051' })
})
