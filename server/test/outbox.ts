// Messages as their recipients see them, taken from the database.
import type { Language } from '../../contract/kit/languages.ts'
import { sealedFor } from '../modules/messages/messages/messages.ts'
import { rowsOf } from './arrange.ts'
import type { World } from './world.ts'

export type Letter = { message_id: string; kind: string; channel: string; recipient: string; language: Language; subject: string; state: string; text: string }

/** The mails to a recipient, newest first. */
export async function lettersTo(w: World, recipient: string, tenant_id = 1): Promise<Letter[]> {
  const rows = await rowsOf<Omit<Letter, 'text'> & { body: Buffer | null }>(
    w,
    'select id as message_id, kind, channel, recipient, language, subject, state, body from messages where tenant_id = $1 and recipient = $2 order by id desc',
    [tenant_id, recipient],
    tenant_id,
  )
  return rows.map(({ body, ...row }) => ({ ...row, text: body ? w.services.keys.unseal(sealedFor(row.message_id), body) : '' }))
}

/** Returns the token of the registration link in a mail. */
export const linkIn = ({ text }: Letter) => /\/registration\/set-password\/(\S+)/.exec(text)?.[1] ?? ''
export const codeIn = ({ text }: Letter) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
