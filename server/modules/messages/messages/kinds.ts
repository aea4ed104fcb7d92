// The kinds of messages, and the data that each text needs. The names of organisation and portal and the support contact are looked up.

export type MessageFacts = {
  login_code: { code: string }
  /** `path`: the path of the link in the text; the link's host is that of the organisation. */
  registration: { name: string; path: string }
  registration_code: { code: string }
  code_setup: { code: string }
  new_device: { device: string; address: string }
  password_changed: { device: string; address: string }
  /** `lines`: the goods to order, one line for each. */
  purchase_list: { name: string; lines: string }
  invoice_made: { title: string; number: string; amount: string; issuer: string; path: string }
  invoice_overdue: { number: string; amount: string; due: string; path: string }
  /** `day`: the day on which the bank collects; `reference`: that of the mandate; `lines`: the invoices, one line for each. */
  direct_debit_ahead: { issuer: string; amount: string; day: string; reference: string; creditor: string; lines: string }
  /** A direct debit that was announced and is not carried out. */
  direct_debit_given_up: { issuer: string; amount: string; day: string; lines: string }
  login_request: { name: string; device: string; code: string }
  /** `arrived` and `price` are texts with their units; `number` is only the last digits of the telephone number; `order` is the id of the sale. */
  slip: { goods: string; number: string; arrived: string; price: string; at: string; order: string }
  prices_coming: { issuer: string; day: string }
  /** `lines`: the text for all cards; each card has its name, its PINs and the instructions for using it. */
  pins: { lines: string }
  credit_low: { available: string; path: string }
  /** `until`: the last day for which the balance will be enough. */
  credit_lasts: { available: string; until: string; path: string }
  /** `day`: the day on which the report was due. */
  report: { title: string; day: string }
  report_link: { title: string; path: string }
  reclaim_list: { company: string; count: string; note: string }
  /** `name`: the organisation that wrote; `lines`: the comment, in lines. */
  reclaim_comment: { name: string; number: string; product: string; lines: string; path: string }
  reclaim_reply_refused: { number: string; path: string }
  reclaim_reply_files: { number: string; path: string }
}
export type MessageKind = keyof MessageFacts

/** Whether only the recipient may read a message. Such a message is shown to nobody else, even if no service can send it. */
export const isSecret = (kind: MessageKind): boolean => SECRET.includes(kind)
export const SECRET: readonly MessageKind[] = ['pins']

/** Kinds of mails whose replies are read, if a mailbox for them is set up. */
export const ANSWERED: readonly MessageKind[] = ['reclaim_comment']

/**
 * Kinds of messages that are not sent if the database was restored after they were written, because they may have been sent between the backup and the
 * restore.
 */
export const SENT_ONCE: readonly MessageKind[] = [...SECRET, 'report', 'report_link', 'credit_low', 'credit_lasts']

/** The text that a message is bound to when it is sealed: it can be unsealed only as the message with this id. */
export const sealedFor = (message_id: string) => `message ${message_id}`
export const attachmentFor = (message_id: string) => `attachment ${message_id}`

/**
 * The text that an attachment in bytes (base64) is bound to when it is sealed. It differs from `attachmentFor`, so an older server cannot open such an
 * attachment, and leaves the message to a newer server.
 */
export const bytesFor = (message_id: string) => `attached bytes ${message_id}`

/** The texts of one kind of message. `sms` is sent as a text message; it fits into one segment unless a name or a link is too long. */
export type KindTexts = { subject: string; text: string; sms: string }
/** All texts of messages in one language. `contact`: the line under every mail that says whom to call; `answered`: that replies are read. */
export type Texts = { contact: string; automatic: string; answered: string; kinds: Record<MessageKind, KindTexts> }
