// The network loses exactly one answer: the claim was refunded, but the user who accepted it is told that the outcome is unknown. When the user
// repeats the request, the answer says that the claim was accepted.
import { expect, test } from 'vitest'
import { rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { ANSWER, claimed, fillWallets, move } from '../../../test/claims.ts'
import { swallowingWorld } from '../../../test/swallowing-world.ts'

const { w, swallow, swallowed } = await swallowingWorld()

test('an acceptance of a claim whose answer is lost is shown as not known yet; if repeated, the answer says who accepted the claim, and the money is refunded once', async () => {
  await fillWallets(w)
  const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
  const { ids } = await claimed(w, till, 3)
  await move(nord, ids, 'take')
  await move(nord, ids, 'approve', ANSWER)
  swallow('accept_reclamation', 'commit')
  expect(await move(nord, ids, 'accept')).toEqual(['not_known', 'done', 'done'])
  expect(swallowed()).toBe(1)
  const { results } = await nord.calls.reclaimsList({ action: 'accept', reclaim_ids: ids })
  expect(results).toMatchObject(ids.map(() => ({ outcome: 'over', state: 'accepted', by: 'Nadia Norbert' })))
  expect(await rowsOf(w, 'select 1 from refunds')).toHaveLength(3)
  expect(await wrongs(w)).toEqual([])
})

test('if the answer to a new claim is lost, making the claim again returns its number', async () => {
  const till = await w.signIn('kiosque')
  const { sale_id, ids } = await claimed(w, till)
  await move(await w.signIn('nord'), ids, 'reject', { note: 'no' })
  swallow('open_reclamations', 'commit')
  await expect(till.calls.reclaimSubmit({ sale_id, reason: 'not_working' })).rejects.toMatchObject({ code: expect.stringMatching(/^(in_progress|busy)$/) })
  const { rows } = await till.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  expect(rows).toMatchObject([{ outcome: 'claimed_already', number: expect.any(Number) }])
})

test('control: if an acceptance checks neither the claim’s state nor the key, the same claim is refunded twice', async () => {
  const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
  const { ids } = await claimed(w, till)
  await move(nord, ids, 'take')
  await move(nord, ids, 'approve', ANSWER)
  await w.owner.query('alter table refunds drop constraint refunds_once')
  await sabotage(w, 'accept_reclamation', "v_claim.state <> 'approved' or", '')
  await sabotage(w, 'accept_reclamation', "if not found then raise exception 'paid back before' using errcode = 'PX435'; end if;", '')
  swallow('accept_reclamation', 'commit')
  expect(await move(nord, ids, 'accept')).toEqual(['not_known'])
  expect(await move(nord, ids, 'accept')).toEqual(['done'])
  expect(await rowsOf(w, 'select 1 from refunds where reclamation_id = $1', [ids[0]])).toHaveLength(2)
  expect(await wrongs(w)).toContain('refunded_pin_is_dead')
})
