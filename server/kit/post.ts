// Outgoing mail and text messages. If no sender is configured, messages stay in the portal, where a manager of the platform reads them, except the texts of
// messages with PINs.

export type Mail = {
  id: string
  from: string
  recipient: string
  subject: string
  text: string
  html: string
  language: string
  /** The address for replies, if it is not that of the sender. */
  replyTo?: string | undefined
  /** Attached files. The ending of a file's name says whether it is CSV, PDF or XML. */
  files: readonly { filename: string; content: string | Buffer }[]
}
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** `country`: the country of the organisation, for numbers without a country code. */
export type TextMessage = { recipient: string; country: string; text: string }
export type Sms = { send: (message: TextMessage) => Promise<void> }

export type Post = {
  /** The origin of links in messages; `{host}` is the organisation's own host and never taken from the request. */
  linkOrigin: string
  email: Mailer | null
  /** The address of the mailbox in which replies are read; without it nobody reads them. */
  mailbox?: string | undefined
  sms: Sms | null
}

/**
 * What a failure to send means. `final`: the message is never tried again. `later`: this message alone failed and is tried again. `away`: no message can be
 * sent at the moment.
 */
export type Outlook = 'final' | 'later' | 'away'

/** The error for a message that was not sent. `code` is shown in the list of messages, so it contains no personal data. */
export class SendFailure extends Error {
  readonly code: string
  readonly outlook: Outlook
  constructor(code: string, outlook: Outlook) {
    super(code)
    this.name = 'SendFailure'
    this.code = code
    this.outlook = outlook
  }
}
