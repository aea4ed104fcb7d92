// What a message can be for, and what its text has to be told. Organisation, portal and support contact are read, never told.

export type Told = {
  login_code: { code: string }
  registration: { name: string /** Of the link: its host is the organisation's own. */; path: string }
  registration_code: { code: string }
  code_setup: { code: string }
  new_device: { device: string; address: string }
  password_changed: { device: string; address: string }
  login_request: { name: string; device: string; code: string }
}
export type MessageKind = keyof Told

/** A text is sealed for its own row. */
export const sealedFor = (message_id: string) => `message ${message_id}`

/** `sms` fits one segment where a name or a link lets it. */
export type KindTexts = { subject: string; text: string; sms: string }
export type Texts = { /** Under every mail. */ contact: string; automatic: string; kinds: Record<MessageKind, KindTexts> }
