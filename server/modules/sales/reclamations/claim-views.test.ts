// Claims as different users see them: many claims at once, searching, what is hidden from whom, messages and files.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { goods, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { sellTo } from '../../../test/busy-books.ts'
import { ANSWER, claimed, fillWallets, move } from '../../../test/claims.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, shop] = [await w.signIn('nord'), await w.signIn('kiosque')]
beforeAll(() => fillWallets(w))

describe('many claims at once', () => {
  test('are decided one by one: the step is made for each claim whose state allows it, and for any other the answer has the reason', async () => {
    const { ids } = await claimed(w, shop, 3)
    await move(nord, ids.slice(1), 'take')
    await move(nord, ids.slice(2), 'approve', ANSWER)
    const missing = '00000000-0000-7000-8000-000000000000'
    expect(await move(nord, [...ids, missing], 'approve', ANSWER)).toEqual(['over', 'done', 'over', 'not_found'])
    expect(await move(nord, ids, 'accept')).toEqual(['over', 'done', 'done'])
    await expect(nord.calls.reclaimsList({ action: 'accept' })).rejects.toMatchObject({ problems: [{ field: 'reclaim_ids', code: 'required' }] })
  })

  test('are found by batch, shop, state, age, number and serial', async () => {
    const { ids, batch_no, rows } = await claimed(w, shop, 3)
    await move(nord, ids.slice(0, 1), 'take')
    const found = async (asked: Parameters<typeof nord.calls.reclaimsList>[0]) =>
      (await nord.calls.reclaimsList(asked)).content.map(({ reclaim_id }) => reclaim_id)
    expect((await found({ filters: { batch_no } })).sort()).toEqual([...ids].sort())
    expect(await found({ filters: { batch_no, state: 'in_review' } })).toEqual(ids.slice(0, 1))
    expect(await found({ filters: { batch_no, is_mine: true } })).toEqual(ids.slice(0, 1))
    expect(await found({ filters: { batch_no, older_than: 3 } })).toEqual([])
    // The number may also occur in the name of a product, so other claims may be found as well.
    expect(await found({ search_text: String(rows[1]?.number) })).toContain(ids[1])
    expect(await found({ search_text: rows[2]?.serial ?? '' })).toEqual([ids[2]])
    expect(await found({ filters: { customer_id: await organisationId(w, 'gare'), batch_no } })).toEqual([])
    expect(await found({ filters: { batch_no }, sort: 'created_at', limit: 2 })).toHaveLength(2)
  })
})

test('claims that wait are counted by age, each once; decided claims are not counted', async () => {
  const days = [0, 1.9, 2, 3.5, 8, 30.9, 31, 400]
  const { ids, batch_no } = await claimed(w, shop, days.length + 1)
  for (const [i, age] of days.entries())
    await rowsOf(
      w,
      `with c as (
         update reclamations set created_at = created.at, changed_at = created.at
           from (select $2::timestamptz - $3 * interval '1 day' as at) created
          where tenant_id = 1 and id = $1 returning id, created_at)
       update reclamation_steps s set created_at = c.created_at from c where s.tenant_id = 1 and s.reclamation_id = c.id and s.no = 1`,
      [ids[i], w.clock.now(), age],
    )
  await move(nord, ids.slice(-1), 'reject', { note: 'No' })
  const asked = { filters: { batch_no }, with_ages: true }
  const counts = async () => (await nord.calls.reclaimsList(asked)).ages?.map(({ count }) => count)
  expect(await counts()).toEqual([2, 2, 0, 1, 1, 2])
  // Control: once a claim is decided it is no longer counted in its age group.
  await move(nord, ids.slice(0, 1), 'reject', { note: 'No' })
  expect(await counts()).toEqual([1, 2, 0, 1, 1, 2])
  expect((await nord.calls.reclaimsList({ filters: { batch_no } })).ages).toBeNull()
  // Sets each claim's time back to that of its first step, because the money check compares the two.
  await rowsOf(
    w,
    `update reclamations r set created_at = s.created_at from reclamation_steps s
      where r.tenant_id = 1 and s.tenant_id = 1 and s.reclamation_id = r.id and s.no = 1`,
  )
})

describe('claims as different users see them', () => {
  test('are seen only by the shop and those above it, and the shop sees neither batch nor supplier', async () => {
    const { ids } = await claimed(w, shop)
    const [reclaim_id = ''] = ids
    for (const name of ['gare', 'sud', 'port']) {
      const stranger = await w.signIn(name)
      await expect(stranger.calls.reclaimDetails({ reclaim_id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await move(stranger, ids, 'message', { note: 'hello' })).toEqual(['not_found'])
    }
    expect(await shop.calls.reclaimDetails({ reclaim_id })).toMatchObject({ batch_no: null, supplier_id: null, supplier_name: null })
    expect((await nord.calls.reclaimDetails({ reclaim_id })).supplier_name).toBeTruthy()
  })

  test('have messages between the shop and its reseller, which do not change the claim’s state', async () => {
    const desk = nord
    const { ids } = await claimed(w, shop)
    await move(shop, ids, 'message', { note: 'The customer is waiting' })
    await move(desk, ids, 'message', { note: 'We are asking' })
    const { steps, state } = await shop.calls.reclaimDetails({ reclaim_id: ids[0] ?? '' })
    expect([state, steps.slice(1).map(({ note }) => note)]).toEqual(['new', ['The customer is waiting', 'We are asking']])
    expect((await desk.calls.noticesList({})).content.map(({ kind }) => kind)).toContain('reclaim_message')
  })

  test('show no prices to users from whom discounts are hidden', async () => {
    const masked = await w.signIn('gare')
    const { ids } = await claimed(w, masked)
    expect((await masked.calls.reclaimDetails({ reclaim_id: ids[0] ?? '' })).amount).toBeNull()
  })

  test('have files without active content: a picture is redrawn, a PDF contains nothing that runs', async () => {
    const [reclaim_id = ''] = (await claimed(w, shop)).ids
    const add = (bytes: string | Uint8Array<ArrayBuffer>, name: string) => shop.calls.reclaimFileAdd({ reclaim_id, attachment: new File([bytes], name) })
    const drawing = await sharp({ create: { width: 900, height: 30, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Copyright: 'Secret' } })
      .jpeg()
      .toBuffer()
    const picture = await shop.calls.reclaimFile(await add(new Uint8Array(drawing), '../../slip.jpg'))
    expect(picture).toMatchObject({ name: 'slip.webp', type: 'image/webp' })
    const drawn = await sharp(Buffer.from(picture.bytes, 'base64')).metadata()
    expect([drawn.width, drawn.format, drawn.exif]).toEqual([900, 'webp', undefined])
    const pdf = '%PDF-1.7\n1 0 obj << /Type /Catalog >> stream\n/JS by chance\nendstream\n%%EOF\n'
    const { bytes } = await shop.calls.reclaimFile(await add(pdf, 'a.pdf'))
    expect(Buffer.from(bytes, 'base64').toString()).toBe(pdf)
    for (const wrong of ['<svg/>', 'MZ', '%PDF-1.7\ncut short', '%PDF-1.7 /OpenAction << /S /JavaScript >> %%EOF', '%PDF-1.7 /J#61vaScript %%EOF'])
      await expect(add(wrong, 'x.pdf')).rejects.toMatchObject({ code: 'attachment_unreadable' })
    const stranger = await w.signIn('gare')
    // A user cannot make the server open a file for a claim that the user may not see.
    for (const claim of [reclaim_id, newId()])
      await expect(stranger.calls.reclaimFileAdd({ reclaim_id: claim, attachment: new File(['MZ'], 'x.pdf') })).rejects.toMatchObject({ code: 'not_found' })
    const [file] = (await shop.calls.reclaimDetails({ reclaim_id })).files
    await expect(stranger.calls.reclaimFile({ file_id: file?.file_id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a reseller that does not own the goods cannot find out batch or supplier of a claim by searching', async () => {
  const port = await w.signIn('port')
  const sud = await w.signIn('sud')
  const { ids, batch_no } = await claimed(w, port)
  await move(sud, ids, 'hand_on')
  const [{ supplier_id = '' } = {}] = await rowsOf<{ supplier_id: string }>(w, 'select supplier_id from batches where tenant_id = 1 and batch_no = $1', [
    batch_no,
  ])
  for (const filters of [{ batch_no }, { supplier_id }]) {
    expect((await port.calls.reclaimsList({ filters })).content).toEqual([])
    expect((await sud.calls.reclaimsList({ scope: 'sent', filters })).content).toEqual([])
    expect((await nord.calls.reclaimsList({ filters })).content.map(({ reclaim_id }) => reclaim_id)).toContain(ids[0])
  }
})

test('a reader of a claim sees the users’ names in the own organisation and below, the name of the organisation just above, and no other', async () => {
  const [port, sud] = [await w.signIn('port'), await w.signIn('sud')]
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  const { ids } = await claimed(w, port)
  const [reclaim_id = ''] = ids
  await move(sud, ids, 'take')
  await move(sud, ids, 'hand_on')
  await move(nord, ids, 'take')
  await nord.calls.reclaimFileAdd({ reclaim_id, attachment: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') })
  await move(nord, ids, 'approve', { proof: { kind: 'person', text: 'M. Dupont' }, note: 'By phone with M. Dupont' })
  await move(platform, ids, 'message', { note: 'Seen' })
  const shown = async (who: Person) => {
    const { steps, desk_name, taken_name, files } = await who.calls.reclaimDetails({ reclaim_id })
    const whose = steps.map(({ organisation_name, name }) => `${name || '-'} of ${organisation_name || '-'}`)
    return { whose: [...new Set(whose)], desk_name, taken_name, person: files[0]?.person, proof: steps[4]?.proof?.text, note: steps[4]?.note }
  }
  const [atPort, atSud, atNord] = ['Pierre Portal of Épicerie du Port', 'Sofia Sudre of Sud Distribution', 'Nadia Norbert of Comptoir Nord']
  const unnamed = { taken_name: '', person: '', proof: '', note: '' }
  expect(await shown(port)).toEqual({ ...unnamed, whose: [atPort, '- of Sud Distribution', '- of -'], desk_name: '' })
  expect(await shown(sud)).toEqual({ ...unnamed, whose: [atPort, atSud, '- of Comptoir Nord', '- of -'], desk_name: 'Comptoir Nord' })
  const whole = { desk_name: 'Comptoir Nord', taken_name: 'Nadia Norbert', person: 'Nadia Norbert', proof: 'M. Dupont', note: 'By phone with M. Dupont' }
  const [{ name: house = '' } = {}] = await rowsOf<{ name: string }>(w, `select name from organisations where tenant_id = 1 and kind = 'platform'`)
  expect(await shown(nord)).toEqual({ ...whole, whose: [atPort, atSud, atNord, `- of ${house}`] })
  expect((await shown(platform)).whose.at(-1)).toMatch(new RegExp(`^\\w.* of ${house}$`))
  // Neither the list nor the answer to a step shows this user more than the details of the claim do.
  const [row] = (await port.calls.reclaimsList({ search_text: String((await port.calls.reclaimDetails({ reclaim_id })).number) })).content
  expect(row).toMatchObject({ reclaim_id, desk_name: '', taken_name: '' })
  const late = async (who: Person) => (await who.calls.reclaimsList({ action: 'hand_on', reclaim_ids: ids })).results
  expect([await late(sud), await late(port)]).toMatchObject([[{ outcome: 'over', by: 'Comptoir Nord' }], [{ outcome: 'over', by: '' }]])
})

test('the platform sees all claims of the tenant it views and decides for the owner, and its steps are in the log of that tenant', async () => {
  const desk = await w.signIn('platform', { host: 'platform.localhost' })
  await desk.calls.tenantChoose({ tenant_id: 1 })
  const { ids } = await claimed(w, shop)
  expect((await desk.calls.reclaimsList({ filters: { is_open: true } })).content.map(({ reclaim_id }) => reclaim_id)).toContain(ids[0])
  expect(await move(desk, ids, 'take')).toEqual(['done'])
  expect(await move(desk, ids, 'approve', ANSWER)).toEqual(['done'])
  expect(await move(desk, ids, 'accept')).toEqual(['done'])
  expect(await rowsOf(w, `select 1 from audit where action = 'reclaimsList' and subject_id = $1 and username = 'platform'`, [ids[0]])).toHaveLength(3)
  expect(await wrongs(w)).toEqual([])
})

test('a cashier without the right to claim cannot make a claim; a cashier with only this right can', async () => {
  const cashier = await addAccount(w, 'kiosque', { flags: '{has_reclamation}' })
  await rowsOf(w, `update organisations set flags = flags || '{has_reclamation}' where tenant_id = 1 and id = $1`, [shop.customer_id])
  const [with_it, without] = [await w.signIn(cashier.username), await w.signIn('kiosque-caisse')]
  const sale_id = await sellTo(shop, (await goods(w, { pins: 1 })).configuration_id)
  await expect(without.calls.reclaimSubmit({ sale_id, reason: 'other' })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await with_it.calls.reclaimSubmit({ sale_id, reason: 'other' })).rows[0]?.outcome).toBe('claimed')
})
