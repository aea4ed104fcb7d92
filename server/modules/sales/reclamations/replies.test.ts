// Replies by mail, from the mailbox into the claim: once, in the recipient's name, and only while the recipient may write to the claim.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { createMailbox } from '../../../kit/mailbox.ts'
import type { Mail } from '../../../kit/post.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { claimed, fillWallets, move } from '../../../test/claims.ts'
import { imapMailbox } from '../../../test/imap-mailbox.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { fileWorld } from '../../../test/world.ts'
import { messageJobs } from '../../messages/messages/messages.ts'
import { REPLIES_AN_HOUR, replyJobs } from './replies.ts'

const sent: Mail[] = []
const email = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
const w = await fileWorld({ post: { linkOrigin: 'http://{host}', email, sms: null, mailbox: 'replies@portal.example' } })
const imap = await imapMailbox()
const needs = { ...w.services, db: w.db }
const mailbox = createMailbox(imap.url)
if (!mailbox) throw new Error('no mailbox')
const read = async () => void (await replyJobs({ ...needs, mailbox }).read_mail?.work({}))

const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
const ADDRESS = 'kiosque@example.test'
beforeAll(() => fillWallets(w))
beforeEach(() => rowsOf(w, `update users set email = $1, email_proven = $1 where tenant_id = 1 and username = 'kiosque'`, [ADDRESS]))

/** A claim on which the reseller has commented, and the address to which the shop answers the mail about the comment. */
async function commented() {
  const { ids } = await claimed(w, till, 1)
  await move(nord, ids, 'take')
  await move(nord, ids, 'message', { note: 'La carte est bloquée.' })
  await messageJobs(needs).send_messages?.work({ tenant_id: 1 })
  const mail = sent.findLast(({ recipient, replyTo }) => recipient === ADDRESS && replyTo)
  return { reclaim_id: ids[0] ?? '', ids, to: mail?.replyTo ?? '', mail }
}

type Answer = { to: string; text?: string; from?: string; id?: string; head?: string[]; files?: boolean }
const answer = ({ to, text = 'Voici la réponse.', from = ADDRESS, id = newId(), head = [], files = false }: Answer) => {
  const part = `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`
  const file = 'Content-Type: image/png\r\nContent-Disposition: attachment; filename="slip.png"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n'
  const body = files ? `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}--b\r\n${file}--b--\r\n` : part
  imap.put([`From: Karim <${from}>`, `To: <${to}>`, 'Subject: Re: claim', `Message-ID: <${id}@shop.example>`, ...head, body].join('\r\n'))
}
const comments = async (reclaim_id: string) =>
  (await nord.calls.reclaimDetails({ reclaim_id })).steps.filter(({ step }) => step === 'message').map(({ note, name }) => [name, note])
const lettersOf = async (kind: string) => (await lettersTo(w, ADDRESS)).filter((letter) => letter.kind === kind).length

describe('a reply', () => {
  // If PINs were searched in the whole text and not only at its beginning, this test would not end.
  test('of half a million words is taken without delay, cut to the greatest length of a comment', async () => {
    const { reclaim_id, to } = await commented()
    answer({ to, text: 'a '.repeat(450_000) })
    await read()
    expect((await comments(reclaim_id)).at(-1)).toEqual(['a '.repeat(500).trim(), 'Karim Kiosque'].reverse())
  })

  test('becomes a comment in the recipient’s name without the quoted mail, and is in the log', async () => {
    const { reclaim_id, to, mail } = await commented()
    expect(mail?.text).not.toContain('ne sont pas lues')
    answer({ to, text: 'Elle est toujours bloquée.\nMerci.\n\nLe 29/11/2026 à 10:00, Comptoir Nord a écrit :\n> La carte est bloquée.' })
    await read()
    expect(await comments(reclaim_id)).toEqual([
      ['Nadia Norbert', 'La carte est bloquée.'],
      ['Karim Kiosque', 'Elle est toujours bloquée.\nMerci.'],
    ])
    expect(imap.unread()).toBe(0)
    const { content } = await nord.calls.auditList({ filters: { subject_id: reclaim_id } })
    expect(content[0]).toMatchObject({ username: 'kiosque' })
  })

  test('is taken once, even if the mailbox or the network gives it several times, and two servers read at the same time', async () => {
    const { reclaim_id, to } = await commented()
    answer({ to })
    imap.cutAfter('STORE')
    await read().catch(() => undefined)
    expect(imap.unread()).toBe(1)
    await Promise.all([read(), read()])
    imap.forget()
    await read()
    expect(await comments(reclaim_id)).toHaveLength(2)
    // Control: another mail with the same text is another comment. After a restore, a mail that is not in the restored books is taken once more.
    answer({ to })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(3)
    await rowsOf(w, 'delete from claim_replies where tenant_id = 1')
    imap.forget()
    await read()
    expect((await comments(reclaim_id)).length).toBeGreaterThan(3)
  })

  test('written by a program, from another sender, or with a wrong token is not taken', async () => {
    const { reclaim_id, to } = await commented()
    for (const line of ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Autoreply: yes']) answer({ to, head: [line] })
    answer({ to, from: 'mailer-daemon@example.test' })
    answer({ to, from: 'somebody@example.test' })
    const last = to.at(to.indexOf('@') - 1) ?? ''
    answer({ to: to.replace(`${last}@`, `${last === 'a' ? 'b' : 'a'}@`) })
    answer({ to: 'replies@portal.example' })
    answer({ to, text: '> only a quotation' })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(1)
    expect(imap.unread()).toBe(0)
    answer({ to })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(2)
  })

  test('from a user who may not work with claims any more is not taken, and the user is told so once', async () => {
    const { reclaim_id, to } = await commented()
    const before = await lettersOf('reclaim_reply_refused')
    await rowsOf(w, `update users set internal_role = 1, flags = '{has_cash_card}' where tenant_id = 1 and username = 'kiosque'`)
    for (let i = 0; i < 3; i++) answer({ to })
    await read()
    await rowsOf(w, `update users set internal_role = 0, flags = '{}' where tenant_id = 1 and username = 'kiosque'`)
    expect(await comments(reclaim_id)).toHaveLength(1)
    expect(await lettersOf('reclaim_reply_refused')).toBe(before + 1)
    answer({ to })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(2)
  })

  test('is taken for two weeks after the claim was decided, and then refused', async () => {
    const { reclaim_id, ids, to } = await commented()
    await move(nord, ids, 'reject', { note: 'Utilisée.' })
    answer({ to })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(2)
    await rowsOf(w, `update reclamations set changed_at = now() - interval '15 days' where tenant_id = 1 and id = $1`, [reclaim_id])
    answer({ to })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(2)
  })

  test('becomes a comment no longer than the portal allows and without PINs; a mail tells its author that its files were not taken', async () => {
    const { reclaim_id, to } = await commented()
    const before = await lettersOf('reclaim_reply_files')
    answer({ to, text: `1234567890123456 ${'mot '.repeat(1_000)}`, files: true })
    await read()
    const note = (await comments(reclaim_id))[1]?.[1] ?? ''
    expect([note.length <= 1_000, note.startsWith('•••3456 mot mot')]).toEqual([true, true])
    expect(await lettersOf('reclaim_reply_files')).toBe(before + 1)
  })

  test('beyond the limit for an hour is not taken, whoever sent the replies before', async () => {
    const { reclaim_id, to } = await commented()
    for (let i = 0; i < REPLIES_AN_HOUR + 5; i++) answer({ to, text: `Message ${i}` })
    await read()
    expect(await comments(reclaim_id)).toHaveLength(1 + REPLIES_AN_HOUR)
  })
})
