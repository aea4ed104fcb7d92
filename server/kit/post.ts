// What leaves the house: mail and text messages. Without a sender they stay here, and a manager of the platform reads them.

export type Mail = { id: string; from: string; recipient: string; subject: string; text: string; html: string; language: string }
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

export type TextMessage = { recipient: string /** Of the organisation, for numbers written without one. */; country: string; text: string }
export type Sms = { send: (message: TextMessage) => Promise<void> }

export type Post = {
  /** What links in messages begin with, `{host}` being the organisation's own: never what a request says it is. */
  linkOrigin: string
  email: Mailer | null
  sms: Sms | null
}

/** `final`: not tried again. `later`: this message, but not now. `away`: nothing goes out there at the moment. */
export type Outlook = 'final' | 'later' | 'away'

/** Not sent. `code` goes into the list, so it names nobody. */
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
