// Sends a document by mail, with its files: when it is made, if the customer is billed by mail, and whenever a user asks for it.
import type { Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { mailedSince, putMessage } from '../../messages/messages/messages.ts'
import { euro } from './layout.ts'
import { type Mailed, mailedOne } from './mail.sql.ts'
import { titleOf } from './words.ts'

/** What mailing a document needs. Without `jobs` the mail is sent by the job that runs every minute. */
type Post = Pick<Services, 'keys' | 'clock' | 'post'> & Partial<Pick<Services, 'jobs'>>

/** How many mails a document may cause per day, so that no one's mailbox is flooded. */
const A_DAY_MAX = 5
const DAY_MS = 24 * 60 * 60 * 1000

const put = (
  q: Query,
  post: Post,
  invoice_id: string,
  { document_no, kind, is_self_billed, language, total, issuer_name, customer_id }: Mailed,
  recipient: string,
) =>
  putMessage(q, post, {
    ...{ kind: 'invoice_made', channel: 'email', recipient, language, organisation_id: customer_id },
    data: {
      title: titleOf(language, { kind, is_self_billed }),
      number: document_no,
      amount: euro(total),
      issuer: issuer_name,
      path: `/new/invoice/${invoice_id}`,
    },
    document: { id: invoice_id, name: `${document_no}.pdf` },
  })

/** Mails documents, in the transaction that has made them, to those customers who want each document by mail and have a mail address. */
export async function mailMade(q: Query, post: Post, tenant_id: number, issuer_id: string, invoice_ids: readonly string[]): Promise<void> {
  for (const invoice_id of invoice_ids) {
    const invoice = await mailedOne(q, tenant_id, issuer_id, invoice_id)
    if (invoice?.by_mail && invoice.recipient !== '') await put(q, post, invoice_id, invoice, invoice.recipient)
  }
}

/** Whether a document should be mailed when it is made, but its customer has no mail address. */
export async function lacksAddress(q: Query, tenant_id: number, issuer_id: string, invoice_id: string | undefined): Promise<boolean> {
  const invoice = invoice_id ? await mailedOne(q, tenant_id, issuer_id, invoice_id) : undefined
  return invoice?.by_mail === true && invoice.recipient === ''
}

export const invoiceMails: Pick<Handlers, 'invoiceMail'> = {
  invoiceMail: async ({ invoice_id, email: other }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id } = actor
    return db.write(tenant_id, async (q) => {
      const invoice = await mailedOne(q, tenant_id, organisation_id, invoice_id)
      if (!invoice) throw new Refusal('not_found')
      const email = other ?? invoice.recipient
      if (email === '') throw refuseField('email', 'required')
      if ((await mailedSince(q, tenant_id, invoice_id, new Date(now().getTime() - DAY_MS))) >= A_DAY_MAX) throw new Refusal('too_many_requests')
      await put(q, context, invoice_id, invoice, email)
      await audit({ subject: { kind: 'invoice', id: invoice_id, name: invoice.document_no, organisation_id }, after: { email } }, q)
      return { email }
    })
  },
}
