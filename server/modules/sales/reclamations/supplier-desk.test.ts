// Between the owner of the goods and its supplier: claims are sent as a list by mail, and the answers are imported from a file.
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { Mail } from '../../../kit/post.ts'
import { giveWallet, goods, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { sellTo } from '../../../test/busy-books.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'
import { sendWaiting } from '../../messages/messages/deliver.ts'

const sent: Mail[] = []
const email = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email, sms: null } })
const [nord, sud, till] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('kiosque')]
const MAILBOX = 'claims@supplier.example'
beforeAll(async () => {
  await giveWallet(w, await organisationId(w, 'kiosque'), 1_000 * EURO)
})

/** Makes a new supplier, and claims of PINs that it delivered. */
async function claims(pins: number, company = `Supplier ${Date.now()}`) {
  const { supplier_id } = await nord.calls.supplierAdd({ company, email: MAILBOX })
  const corner = await goods(w, { pins })
  await rowsOf(w, 'update batches set supplier_id = $2 where tenant_id = 1 and batch_no = $1', [corner.batch_no, supplier_id])
  await rowsOf(w, 'update stock_moves set supplier_id = $2 where tenant_id = 1 and batch_no = $1', [corner.batch_no, supplier_id])
  const sale_id = await sellTo(till, corner.configuration_id, pins)
  const { rows } = await till.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  return {
    ...corner,
    supplier_id,
    rows,
    ids: rows.map(({ reclaim_id }) => reclaim_id ?? ''),
    names: rows.map(({ number, reclaim_id }) => `${number}-${reclaim_id?.slice(-6)}`),
  }
}
const file = (text: string | Uint8Array<ArrayBuffer>, name = 'answers.csv') => new File([text], name)
const states = async (ids: readonly string[]) => Promise.all(ids.map(async (reclaim_id) => (await nord.calls.reclaimDetails({ reclaim_id })).state))

describe('the list of claims for a supplier', () => {
  test('is mailed to the supplier as CSV, without PINs, and its claims are then in progress', async () => {
    const { supplier_id, ids, names, pins, rows } = await claims(3, 'Grossiste Secret')
    const answer = await nord.calls.reclaimListSend({ supplier_id, note: 'Please answer by Friday' })
    expect(answer).toMatchObject({ claims: 3, recipient: MAILBOX })
    await sendWaiting(w.services, 1)
    const [mail] = sent.splice(0)
    const [attached] = mail?.files ?? []
    expect([mail?.recipient, attached?.filename, attached?.content]).toEqual([MAILBOX, answer.filename, answer.csv])
    expect(mail?.text).toContain('Please answer by Friday')
    const [, ...lines] = parse(answer.csv, { delimiter: ';', bom: true }) as string[][]
    expect(lines.map(([claim, , , serial]) => [claim, serial])).toEqual(names.map((name, i) => [name, rows[i]?.serial]))
    for (const pin of pins) expect(JSON.stringify([mail, answer])).not.toContain(pin)
    expect(await states(ids)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    // The shop must not see who the supplier is.
    expect(JSON.stringify(await till.calls.reclaimDetails({ reclaim_id: ids[0] ?? '' }))).not.toMatch(/Secret|Friday/)
    // The attached list was deleted once it was sent.
    expect(await rowsOf(w, `select 1 from messages where tenant_id = 1 and recipient = $1 and attachment is not null`, [MAILBOX])).toEqual([])
  })

  test('is only returned, not mailed, if the supplier has no mail address; without waiting claims it is empty', async () => {
    const { supplier_id, ids } = await claims(1)
    await nord.calls.supplierUpdate({ supplier_id, email: null })
    expect(await nord.calls.reclaimListSend({ supplier_id })).toMatchObject({ claims: 1, recipient: '' })
    await nord.calls.reclaimsList({ action: 'reject', reclaim_ids: ids, note: 'no' })
    expect(await nord.calls.reclaimListSend({ supplier_id })).toMatchObject({ claims: 0 })
    await sendWaiting(w.services, 1)
    expect(sent.splice(0).filter(({ recipient }) => recipient === MAILBOX)).toEqual([])
  })

  test('begins with claims that were not sent yet, before those that are sent again', async () => {
    const { supplier_id, ids, names } = await claims(3)
    await nord.calls.reclaimListSend({ supplier_id })
    await rowsOf(w, `update reclamations set state = 'in_review' where tenant_id = 1 and id = $1`, [ids[2]])
    const { csv } = await nord.calls.reclaimListSend({ supplier_id })
    const [, ...lines] = parse(csv, { delimiter: ';', bom: true }) as string[][]
    expect(lines.map(([claim]) => claim)).toEqual([names[2], names[0], names[1]])
    sent.splice(0)
  })

  test('is not sent if one of its claims changed in the meantime; control: without a change it is sent', async () => {
    const { supplier_id, ids } = await claims(2)
    const mover = await w.owner.connect()
    try {
      await mover.query(`begin; set local app.tenant = '1'`)
      await mover.query(`update reclamations set state = 'rejected', steps = steps where tenant_id = 1 and id = $1`, [ids[1]])
      const asked = nord.calls.reclaimListSend({ supplier_id })
      const refused = expect(asked).rejects.toMatchObject({ code: 'changed_meanwhile' })
      await somebodyWaits(w)
      await mover.query('commit')
      await refused
    } finally {
      mover.release()
    }
    expect(await states(ids)).toEqual(['new', 'rejected'])
    await rowsOf(w, `update reclamations set state = 'new' where tenant_id = 1 and id = $1`, [ids[1]])
    expect(await nord.calls.reclaimListSend({ supplier_id })).toMatchObject({ claims: 2 })
    sent.splice(0)
  })

  test('is refused as not found for another reseller’s supplier', async () => {
    const { supplier_id } = await claims(1)
    await expect(sud.calls.reclaimListSend({ supplier_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(sud.calls.reclaimAnswers({ supplier_id, csv_file: file('claim;answer\n1;yes') })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the supplier’s answers', () => {
  test('approve and reject claims, which are found by their name in our list or by serial, with the file as proof; every row has its result', async () => {
    const { supplier_id, ids, names, rows } = await claims(5)
    await nord.calls.reclaimListSend({ supplier_id })
    const other = await claims(1)
    const csv = [
      '"serial","claim","answer","remarks"',
      `"","${names[0]}","Yes","credited 4711"`,
      `"${rows[1]?.serial}","","NON",""`,
      `"","${names[2]}","perhaps",""`,
      `"${rows[4]?.serial}","${names[3]}","yes",""`,
      `"","${other.names[0]}","yes",""`,
      '"","","yes",""',
      `"","${names[0]}","no",""`,
    ].join('\r\n')
    const answer = await nord.calls.reclaimAnswers({ supplier_id, csv_file: file(csv) })
    expect(answer.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'done'],
      [3, 'done'],
      [4, 'no_answer'],
      [5, 'unknown'],
      [6, 'unknown'],
      [7, 'unknown'],
      [8, 'done'],
    ])
    expect(await states(ids)).toEqual(['rejected', 'rejected', 'in_progress', 'in_progress', 'in_progress'])
    const { steps } = await nord.calls.reclaimDetails({ reclaim_id: ids[0] ?? '' })
    expect(steps.find(({ step }) => step === 'approve')?.proof).toMatchObject({ kind: 'file', text: 'answers.csv: credited 4711' })
  })

  test('are read from the supplier’s column of our own list, not from the shop’s reason in the same row', async () => {
    const { supplier_id, ids } = await claims(2)
    const { csv } = await nord.calls.reclaimListSend({ supplier_id })
    const [head = '', one = '', two = ''] = csv.split('\r\n')
    const filled = [head, one.replace(/"";""$/, '"no";"used on the 3rd"'), two.replace(/"";""$/, '"yes";"AV-9"')].join('\r\n')
    expect(filled).toContain('not_working')
    await nord.calls.reclaimAnswers({ supplier_id, csv_file: file(filled) })
    expect(await states(ids)).toEqual(['rejected', 'approved'])
    const { content } = await till.calls.reclaimsList({ filters: { state: 'rejected' } })
    expect(content.find(({ reclaim_id }) => reclaim_id === ids[0])).toMatchObject({ reject_reason: 'used on the 3rd', username: 'kiosque' })
    const { steps } = await nord.calls.reclaimDetails({ reclaim_id: ids[1] ?? '' })
    expect(steps.find(({ step }) => step === 'approve')?.proof?.text).toBe('answers.csv: AV-9')
  })

  test('that identify a claim by its number alone do not change it, because a restored backup may have given that number to another claim', async () => {
    const { supplier_id, ids, names } = await claims(1)
    await nord.calls.reclaimListSend({ supplier_id })
    const [number] = (names[0] ?? '').split('-')
    const csv = `claim;answer\n${number}-000000;yes\n${number};yes\n`
    expect((await nord.calls.reclaimAnswers({ supplier_id, csv_file: file(csv) })).rows.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    expect(await states(ids)).toEqual(['in_progress'])
  })

  test('change nothing when the same file is read a second time', async () => {
    const { supplier_id, ids, names } = await claims(2)
    await nord.calls.reclaimListSend({ supplier_id })
    const csv = `claim;answer\n${names[0]};ja\n${names[1]};ja\n`
    for (const outcome of ['done', 'unknown'])
      expect((await nord.calls.reclaimAnswers({ supplier_id, csv_file: file(csv) })).rows.map((row) => row.outcome)).toEqual([outcome, outcome])
    expect((await nord.calls.reclaimsList({ action: 'accept', reclaim_ids: ids })).results.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    // Earlier tests moved claims directly in the database, so the money check claim_says_its_steps, and no other, finds errors.
    expect((await wrongs(w)).filter((name) => name !== 'claim_says_its_steps')).toEqual([])
  })

  test('in an unreadable file change nothing, and the error is reported', async () => {
    const { supplier_id, ids, names } = await claims(1)
    const read = (text: string | Uint8Array<ArrayBuffer>) => nord.calls.reclaimAnswers({ supplier_id, csv_file: file(text) })
    await expect(read('')).rejects.toMatchObject({ code: 'file_empty' })
    await expect(read('claim;answer\n')).rejects.toMatchObject({ code: 'file_empty' })
    await expect(read(`claim;said\n${names[0]};yes`)).rejects.toMatchObject({ problems: [{ field: 'csv_file', code: 'columns_missing' }] })
    await expect(read(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]))).rejects.toMatchObject({ code: 'file_workbook' })
    await expect(read(new Uint8Array([0, 1, 2, 0]))).rejects.toMatchObject({ code: 'file_encoding' })
    expect(await states(ids)).toEqual(['new'])
  })
})
