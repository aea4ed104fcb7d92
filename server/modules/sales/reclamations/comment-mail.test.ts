// Comments on claims by mail: which person gets one, and what its text shows and hides.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { claimed, fillWallets, move } from '../../../test/claims.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { MAILS_A_DAY, mailed } from './comment-mail.ts'

const w = await fileWorld()
const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
const addresses = { nord: 'nord@example.test', kiosque: 'kiosque@example.test' }
beforeAll(() => fillWallets(w))
beforeEach(async () => {
  for (const [username, email] of Object.entries(addresses))
    await rowsOf(w, 'update users set email = $2, email_proven = $2 where tenant_id = 1 and username = $1', [username, email])
  await rowsOf(w, `delete from claim_mails where tenant_id = 1`)
})

const say = (who: Person, ids: string[], note: string) => move(who, ids, 'message', { note })
const about = async (address: string) => (await lettersTo(w, address)).filter(({ kind }) => kind === 'reclaim_comment')

/** A claim that the reseller has taken. */
async function taken() {
  const { ids } = await claimed(w, till, 1)
  await move(nord, ids, 'take')
  return ids
}

describe('a comment', () => {
  test('is mailed to the person who made the claim, in that person’s language, with a link to the claim', async () => {
    const ids = await taken()
    await say(nord, ids, 'La carte est bloquée.\nMerci de patienter.')
    const [letter] = await about(addresses.kiosque)
    expect(letter).toMatchObject({ language: 'fr', state: 'kept' })
    expect(letter?.text).toContain('Comptoir Nord')
    expect(letter?.text).toContain('La carte est bloquée.\nMerci de patienter.')
    expect(letter?.text).toContain(`http://localhost/reclaim-request/${ids[0]}`)
    expect(await about(addresses.nord)).toEqual([])
  })

  test('of the shop is mailed to the person who took the claim, and to nobody while nobody has taken it', async () => {
    const { ids } = await claimed(w, till, 1)
    const before = (await about(addresses.nord)).length
    await say(till, ids, 'Où en est-on ?')
    expect((await about(addresses.nord)).length).toBe(before)
    await move(nord, ids, 'take')
    await say(till, ids, 'Où en est-on ?')
    expect((await about(addresses.nord)).length).toBe(before + 1)
  })

  test('is mailed when a claim is rejected too, with the reason; other steps send no mail', async () => {
    const ids = await taken()
    const before = (await about(addresses.kiosque)).length
    await move(nord, ids, 'ask')
    expect((await about(addresses.kiosque)).length).toBe(before)
    await move(nord, ids, 'reject', { note: 'La carte a été utilisée.' })
    expect((await about(addresses.kiosque))[0]?.text).toContain('La carte a été utilisée.')
  })

  test('is mailed neither to an address that was not proven nor to a person who has left or may not work with claims any more', async () => {
    const ids = await taken()
    const before = (await about(addresses.kiosque)).length
    const ways = [`email_proven = ''`, 'is_active = false', `internal_role = 1, flags = '{has_cash_card}'`]
    for (const way of ways) {
      await rowsOf(w, `update users set ${way} where tenant_id = 1 and username = 'kiosque'`)
      await say(nord, ids, 'Bonjour')
      await rowsOf(w, `update users set email_proven = email, is_active = true, internal_role = 0, flags = '{}' where tenant_id = 1 and username = 'kiosque'`)
    }
    expect((await about(addresses.kiosque)).length).toBe(before)
    // Control: once the user has a mail address and the right again, the next comment is mailed.
    await say(nord, ids, 'Bonjour')
    expect((await about(addresses.kiosque)).length).toBe(before + 1)
  })

  test('is mailed at most ten times a day about one claim, however often somebody writes', async () => {
    const ids = await taken()
    const before = (await about(addresses.kiosque)).length
    for (let i = 0; i < MAILS_A_DAY + 3; i++) expect(await say(nord, ids, `Message ${i}`)).toEqual(['done'])
    expect((await about(addresses.kiosque)).length).toBe(before + MAILS_A_DAY)
    // Control: comments on another claim of the same shop are mailed; they are counted separately.
    await say(nord, await taken(), 'Bonjour')
    expect((await about(addresses.kiosque)).length).toBe(before + MAILS_A_DAY + 1)
  })

  test('that is refused sends no mail', async () => {
    const ids = await taken()
    const before = (await about(addresses.kiosque)).length
    await expect(say(nord, ids, ' ')).rejects.toMatchObject({ code: 'invalid_input' })
    const stranger = await w.signIn('sud')
    expect(await say(stranger, ids, 'Bonjour')).toEqual(['not_found'])
    expect((await about(addresses.kiosque)).length).toBe(before)
  })
})

describe('the text of a comment in a mail', () => {
  test.each([
    ['1234567890123456 is dead', '•••3456 is dead'],
    ['code 1234-5678-9012-3456', 'code •••3456'],
    ['ABCD1234EFGH5678', '•••5678'],
    ['claim 42 of 29.11.2026 at 14:05', 'claim 42 of 29.11.2026 at 14:05'],
    ['IMPOSSIBLE', 'IMPOSSIBLE'],
  ])('hides what looks like a PIN: %s', (note, text) => {
    expect(mailed(note)).toBe(text)
  })

  test('keeps its lines, and breaks those that are longer than a line of a mail without losing a word', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`)
    const lines = mailed(`First\n\n${words.join(' ')}`).split('\n')
    expect(lines.slice(0, 2)).toEqual(['First', ''])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines.slice(2).join(' ').split(' ')).toEqual(words)
    expect(mailed('x'.repeat(200)).replaceAll('\n', '')).toBe('x'.repeat(200))
  })
})
