// Claims through their calls: what a shop may claim, what the answer tells the shop, and who may take which step.
import { beforeAll, describe, expect, test } from 'vitest'
import { mayStep, type ReclaimState, reclaimStates, reclaimSteps } from '../../../../contract/sales/reclamations.ts'
import { goods, rowsOf, wrongs } from '../../../test/arrange.ts'
import { sellTo } from '../../../test/busy-books.ts'
import { ANSWER, claimed, fillWallets, move } from '../../../test/claims.ts'
import { addAccount } from '../../../test/door.ts'
import { walletOf } from '../../../test/holds.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, sud, till, gare, port] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('kiosque'), await w.signIn('gare'), await w.signIn('port')]
beforeAll(() => fillWallets(w))

async function approved(pins = 1) {
  const made = await claimed(w, till, pins)
  await move(nord, made.ids, 'take')
  expect(await move(nord, made.ids, 'approve', ANSWER)).toEqual(made.ids.map(() => 'done'))
  return made
}

describe('a new claim', () => {
  test('can be made for every PIN of a sale or for the pasted serials or codes, each with its own result', async () => {
    const { configuration_id, pins, batch_no } = await goods(w, { pins: 4 })
    const sale_id = await sellTo(till, configuration_id, 3)
    const foreign = await goods(w, { pins: 1 })
    await sellTo(gare, foreign.configuration_id)
    const serials = [`T${batch_no}-0`, ` ${pins[1]} `, `T${batch_no}-3`, `T${foreign.batch_no}-0`, foreign.pins[0] ?? '', 'nonsense', `T${batch_no}-0`]
    const looked = await till.calls.reclaimCheck({ serials })
    expect(looked.rows.map(({ outcome }) => outcome)).toEqual([...['possible', 'possible'], ...Array(4).fill('unknown_pin'), 'possible'])
    const { rows } = await till.calls.reclaimSubmit({ serials, reason: 'already_used' })
    expect(rows.map(({ outcome }) => outcome)).toEqual([...['claimed', 'claimed'], ...Array(4).fill('unknown_pin'), 'claimed_already'])
    expect(rows[0]).toMatchObject({ serial: `T${batch_no}-0`, pin_last4: pins[0]?.slice(-4), copies: 0 })
    const again = await till.calls.reclaimSubmit({ sale_id, reason: 'other' })
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['claimed_already', 'claimed_already', 'claimed'])
  })

  test('for a PIN that the shop did not sell gets exactly the same answer whether it is unsold, sold by another shop or unknown', async () => {
    const { pins, batch_no, configuration_id } = await goods(w, { pins: 2 })
    await sellTo(gare, configuration_id)
    const answers = await Promise.all(
      [pins[0], pins[1], `T${batch_no}-0`, `T${batch_no}-1`, '0000000000000000'].map((text) => till.calls.reclaimCheck({ serials: [text ?? ''] })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const sale_id = await sellTo(gare, (await goods(w, { pins: 1 })).configuration_id)
    await expect(till.calls.reclaimSubmit({ sale_id, reason: 'other' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows beforehand how often the slip was printed again, the claims of this shop and of the same batch, and the supplier’s deadline', async () => {
    const { configuration_id, batch_no } = await goods(w, { pins: 2 })
    await rowsOf(
      w,
      'update suppliers s set reclaim_days = 20 from batches b where s.tenant_id = 1 and b.tenant_id = 1 and b.batch_no = $1 and s.id = b.supplier_id',
      [batch_no],
    )
    const first = await sellTo(till, configuration_id)
    const sale_id = await sellTo(till, configuration_id)
    await till.calls.reprint({ sale_id })
    const before = await till.calls.reclaimCheck({ sale_id })
    await till.calls.reclaimSubmit({ sale_id: first, reason: 'not_printed' })
    const after = await till.calls.reclaimCheck({ sale_id })
    expect(after.claims_30_days).toBe(before.claims_30_days + 1)
    const [row] = after.rows
    expect(row).toMatchObject({ outcome: 'possible', copies: 1, batch_claims: 1 })
    expect(Date.parse(row?.due_at ?? '') - Date.parse(row?.sold_at ?? '')).toBe(20 * 86_400_000)
    await rowsOf(w, `update suppliers set reclaim_days = 1 where tenant_id = 1 and reclaim_days = 20`)
    await rowsOf(w, `update sales set created_at = created_at - interval '2 days' where tenant_id = 1 and id = $1`, [sale_id])
    expect((await till.calls.reclaimCheck({ sale_id })).rows[0]?.outcome).toBe('too_late')
    expect((await till.calls.reclaimSubmit({ sale_id, reason: 'other' })).rows[0]?.outcome).toBe('too_late')
    await rowsOf(w, `update sales set created_at = created_at + interval '2 days' where tenant_id = 1 and id = $1`, [sale_id])
    await rowsOf(w, `update suppliers set reclaim_days = 0 where tenant_id = 1`)
  })

  test('for which no PIN can be claimed is answered with status 202, not 200', async () => {
    const body = new URLSearchParams({ serials: '["nonsense"]', reason: 'other' })
    const answer = await w.fetch('/api/post_reclam_pins/', { method: 'POST', headers: till.headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([202, { message_type: 2 }])
    await expect(till.calls.reclaimSubmit({ reason: 'other' })).rejects.toMatchObject({ problems: [{ field: 'serials', code: 'required' }] })
  })
})

describe('the table of claim steps', () => {
  test('lets a shop only write messages, lets a reseller that does not own the goods take no step of the owner, and lets nobody change a closed claim', () => {
    const steps = (state: ReclaimState, part: object) =>
      reclaimSteps.filter((step) => mayStep(step, { state, is_desk: false, is_owned_by_desk: true, ...part }))
    for (const state of reclaimStates) expect(steps(state, {})).toEqual(['message'])
    expect(steps('new', { is_desk: true })).toEqual(['take', 'ask', 'reject', 'message'])
    expect(steps('new', { is_desk: true, is_owned_by_desk: false })).toEqual(['take', 'reject', 'hand_on', 'message'])
    expect(steps('in_progress', { is_desk: true })).toEqual(['approve', 'reject', 'message'])
    expect(steps('approved', { is_desk: true })).toEqual(['accept', 'reject', 'message'])
    for (const state of ['accepted', 'rejected'] as const) expect(steps(state, { is_desk: true })).toEqual(['message'])
  })

  test('agrees with the server: every step that the table does not allow in a state is refused', async () => {
    const { ids } = await claimed(w, till, reclaimStates.length)
    const note = 'because'
    for (const [i, state] of reclaimStates.entries()) {
      await rowsOf(w, 'update reclamations set state = $2 where tenant_id = 1 and id = $1', [ids[i], state])
      for (const action of reclaimSteps.filter((step) => step !== 'message' && !mayStep(step, { state, is_desk: true, is_owned_by_desk: true })))
        expect([state, action, await move(nord, [ids[i] ?? ''], action, { note, ...ANSWER })]).toEqual([state, action, ['over']])
      expect((await nord.calls.reclaimDetails({ reclaim_id: ids[i] ?? '' })).state).toBe(state)
    }
    await rowsOf(w, `delete from reclamation_steps where tenant_id = 1 and reclamation_id = any($1)`, [ids])
    await rowsOf(w, 'delete from reclamations where tenant_id = 1 and id = any($1)', [ids])
    await rowsOf(w, 'update reclamation_numbers n set last = (select count(*) from reclamations r where r.tenant_id = 1) where n.tenant_id = 1')
  })
})

describe('a claim', () => {
  test('goes from new to accepted, each step with user and time, and the shop gets its money and a notice', async () => {
    const before = await walletOf(w, till.customer_id)
    const { ids, sale_id } = await approved()
    const [reclaim_id = ''] = ids
    const paid = (await rowsOf<{ price_unit: number }>(w, 'select price_unit from sales where tenant_id = 1 and id = $1', [sale_id]))[0]?.price_unit ?? 0
    expect(await walletOf(w, till.customer_id)).toMatchObject({ balance: before.balance - paid })
    expect(await move(nord, ids, 'accept')).toEqual(['done'])
    expect(await walletOf(w, till.customer_id)).toMatchObject({ balance: before.balance })
    const seen = await till.calls.reclaimDetails({ reclaim_id })
    expect(seen).toMatchObject({ state: 'accepted', amount: paid, refund_id: expect.any(String), taken_name: '', may: ['message'] })
    const { steps } = await nord.calls.reclaimDetails({ reclaim_id })
    expect(steps.map(({ step, to_state, name }) => [step, to_state, name])).toEqual([
      ['claim', 'new', 'Karim Kiosque'],
      ['take', 'in_review', 'Nadia Norbert'],
      ['approve', 'approved', 'Nadia Norbert'],
      ['accept', 'accepted', 'Nadia Norbert'],
    ])
    expect(steps[2]?.proof).toMatchObject({ kind: 'answer', text: 'A-4711' })
    expect((await till.calls.noticesList({})).content.map(({ kind }) => kind)).toContain('reclaim_accepted')
    const [row] = await rowsOf(w, `select subject_id, before, after from audit where action = 'reclaimsList' order by id desc limit 1`)
    expect(row).toMatchObject({ subject_id: reclaim_id, before: { state: 'approved' }, after: { state: 'accepted' } })
    const { pins } = await nord.calls.inventorySearch({ search_text: seen.serial, kind: 'serial' })
    expect(pins).toMatchObject([
      { state: 'reclaimed', trail: expect.arrayContaining([expect.objectContaining({ event: 'reclaimed', note: String(seen.number) })]) },
    ])
    expect(await wrongs(w)).toEqual([])
  })

  test('that is accepted lets the other cards of its sale be reprinted, but not its own card', async () => {
    const { ids, sale_id, pins } = await approved(3)
    await move(nord, ids.slice(1, 2), 'accept')
    const slip = await till.calls.reprint({ sale_id, reason: 'paper' })
    expect(slip.pins.map(({ pin }) => pin)).toEqual([pins[0], pins[2]])
  })

  test('for goods that the reseller does not own is passed on, decided above, and refunded at both hops', async () => {
    const before = [await walletOf(w, port.customer_id), await walletOf(w, sud.customer_id)]
    const { ids } = await claimed(w, port)
    const [reclaim_id = ''] = ids
    expect((await nord.calls.reclaimsList({ filters: { is_open: true } })).content.map((row) => row.reclaim_id)).not.toContain(reclaim_id)
    expect(await move(sud, ids, 'approve', ANSWER)).toEqual(['over'])
    expect(await move(sud, ids, 'hand_on')).toEqual(['done'])
    expect(await move(sud, ids, 'hand_on')).toEqual(['over'])
    expect((await sud.calls.reclaimsList({ scope: 'sent' })).content).toMatchObject([
      { reclaim_id, state: 'new', desk_name: 'Comptoir Nord', may: ['message'] },
    ])
    expect((await nord.calls.reclaimsList({})).content[0]).toMatchObject({ reclaim_id, may: ['take', 'ask', 'reject', 'message'] })
    const above = async () => (await sud.calls.reclaimsList({ scope: 'sent' })).content[0]?.above
    const stood = [await above()]
    for (const step of ['take', 'ask', 'approve', 'accept'] as const) {
      expect(await move(nord, ids, step, step === 'approve' ? ANSWER : {})).toEqual(['done'])
      stood.push(await above())
    }
    expect(stood).toEqual(['sent_on', 'looked_at', 'asked', 'answered', 'credited'])
    expect((await sud.calls.reclaimDetails({ reclaim_id })).above).toBe('credited')
    // The organisation nord decides this claim itself. No organisation above has the claim, so there is no state above to show.
    expect((await nord.calls.reclaimDetails({ reclaim_id })).above).toBeNull()
    expect([await walletOf(w, port.customer_id), await walletOf(w, sud.customer_id)]).toEqual(before)
  })

  test('is rejected only with a reason, which the shop reads; after that the PIN may be claimed again', async () => {
    const { ids, sale_id } = await claimed(w, till)
    await expect(move(nord, ids, 'reject')).rejects.toMatchObject({ problems: [{ field: 'note', code: 'required' }] })
    expect(await move(nord, ids, 'reject', { note: 'The supplier says: used' })).toEqual(['done'])
    expect((await till.calls.reclaimDetails({ reclaim_id: ids[0] ?? '' })).steps.at(-1)).toMatchObject({ step: 'reject', note: 'The supplier says: used' })
    expect((await till.calls.reclaimSubmit({ sale_id, reason: 'not_working' })).rows[0]?.outcome).toBe('claimed')
  })

  test('is approved only with a proof; if the proof is the name of a person, a note is required', async () => {
    const { ids } = await claimed(w, till)
    await move(nord, ids, 'take')
    await expect(move(nord, ids, 'approve')).rejects.toMatchObject({ problems: [{ field: 'proof', code: 'required' }] })
    const person = { proof: { kind: 'person' as const, text: 'M. Dupont' } }
    await expect(move(nord, ids, 'approve', person)).rejects.toMatchObject({ problems: [{ field: 'note', code: 'required' }] })
    // The file named as proof must exist.
    const [reclaim_id = ''] = ids
    const file = { kind: 'file' as const, text: 'answer' }
    const noFile = { problems: [{ field: 'proof', code: 'no_file' }] }
    await expect(move(nord, ids, 'approve', { proof: file })).rejects.toMatchObject(noFile)
    await nord.calls.reclaimFileAdd({ reclaim_id, attachment: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') })
    await expect(move(nord, ids, 'approve', { proof: { ...file, file_id: reclaim_id } })).rejects.toMatchObject(noFile)
    expect(await move(nord, ids, 'approve', { ...person, note: 'Confirmed by phone' })).toEqual(['done'])
    const next = await claimed(w, till)
    await move(nord, next.ids, 'take')
    await nord.calls.reclaimFileAdd({ reclaim_id: next.ids[0] ?? '', attachment: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') })
    expect(await move(nord, next.ids, 'approve', { proof: file })).toEqual(['done'])
    const proofs = async (who: Person) => (await who.calls.reclaimDetails({ reclaim_id: next.ids[0] ?? '' })).steps.flatMap(({ proof }) => proof?.text ?? [])
    // The shop does not see the file's name, because it may reveal the supplier.
    expect([await proofs(nord), await proofs(till)]).toEqual([['answer'], ['']])
  })

  test('that another user decided a moment before is answered with that user’s name and the time', async () => {
    const { ids } = await approved()
    const [one, other] = await Promise.all([1, 2].map(() => nord.calls.reclaimsList({ action: 'accept', reclaim_ids: ids })))
    const results = [one?.results[0], other?.results[0]].sort((a, b) => ((a?.outcome ?? '') < (b?.outcome ?? '') ? -1 : 1))
    expect(results).toMatchObject([{ outcome: 'done' }, { outcome: 'over', state: 'accepted', by: 'Nadia Norbert', at: expect.any(String) }])
  })

  test('above one person’s daily amount must be accepted by another person than the one who approved it', async () => {
    await rowsOf(w, 'update organisations set credit_approval_above = 10000 where tenant_id = 1 and id = $1', [nord.customer_id])
    const second = await addAccount(w, 'nord', { internal_role: 0, full_name: 'Zoé Seconde' })
    w.clock.advance(8 * 86_400_000)
    const people = { first: await w.signIn('nord'), other: await w.signIn(second.username), shop: await w.signIn('kiosque') }
    const { ids } = await claimed(w, people.shop)
    await move(people.first, ids, 'take')
    await move(people.first, ids, 'approve', ANSWER)
    expect(await move(people.first, ids, 'accept')).toEqual(['second_needed'])
    expect(await move(people.other, ids, 'accept')).toEqual(['done'])
    await rowsOf(w, 'update organisations set credit_approval_above = null where tenant_id = 1 and id = $1', [nord.customer_id])
    await rowsOf(w, 'update users set is_active = false where tenant_id = 1 and id = $1', [second.user_id])
  })
})
