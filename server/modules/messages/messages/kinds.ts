// The kinds of messages and the data each text needs. Names of organisation and portal and the support contact are looked up.

export type MessageFacts = {
  login_code: { code: string }
  registration: { name: string /** The link's path; its host is the organisation's own. */; path: string }
  registration_code: { code: string }
  code_setup: { code: string }
  new_device: { device: string; address: string }
  password_changed: { device: string; address: string }
  /** `lines`: one for each of the goods. */
  purchase_list: { name: string; lines: string }
  invoice_made: { title: string; number: string; amount: string; issuer: string; path: string }
  invoice_overdue: { number: string; amount: string; due: string; path: string }
  login_request: { name: string; device: string; code: string }
  /** `arrived` and `price` include their units, `number` is its last digits, `order` the sale's own code. */
  slip: { goods: string; number: string; arrived: string; price: string; at: string; order: string }
  prices_coming: { issuer: string; day: string }
  /** `lines`: for each card its name, its PIN and how it is redeemed. */
  pins: { lines: string }
  reclaim_list: { company: string; count: string; note: string }
}
export type MessageKind = keyof MessageFacts

/** Whether only the recipient may read a message, even where no sender is configured. */
export const isSecret = (kind: MessageKind): boolean => SECRET.includes(kind)
export const SECRET: readonly MessageKind[] = ['pins']

/** Binds a sealed text to its own row. */
export const sealedFor = (message_id: string) => `message ${message_id}`
export const attachmentFor = (message_id: string) => `attachment ${message_id}`

/** `sms` fits one segment unless a name or a link is too long. */
export type KindTexts = { subject: string; text: string; sms: string }
export type Texts = { /** The contact line under every mail. */ contact: string; automatic: string; kinds: Record<MessageKind, KindTexts> }
