// Mail by SMTP. The connection is encrypted unless the server is on this machine; files and URLs named in a message are never fetched.
import { createTransport } from 'nodemailer'
import { codeOf } from './errors.ts'
import { type Mailer, SendFailure } from './post.ts'

export type MailConfig = { url: string; from: string }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/

export function createMailer({ url, from }: MailConfig): Mailer | null {
  if (!url) return null
  const server = new URL(url)
  const isEncrypted = server.protocol === 'smtps:'
  const transport = createTransport({
    ...TIMEOUTS,
    host: server.hostname,
    port: Number(server.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    requireTLS: !isEncrypted && !LOOPBACK.test(server.hostname),
    ...(server.username && { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    send: async ({ id, recipient, subject, text, html, language, files, replyTo, ...mail }) => {
      const headers = { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All', 'content-language': language }
      // A message that is sent twice because of a crash has the same Message-ID both times, so mailboxes show it once.
      const letter = {
        messageId: `<${id}@${domain}>`,
        from: { name: mail.from, address: from },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        headers,
        ...(replyTo && { replyTo }),
        attachments: files.map((file) => ({ ...file, contentType: typeOf(file.filename) })),
      }
      await transport.sendMail(letter).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
    close: () => transport.close(),
  }
}

const types: Record<string, string> = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf', xml: 'application/xml' }
const typeOf = (filename: string) => types[filename.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

/**
 * The failure of a mail: SMTP's reply code or the connection's error code, and whether the failure concerns this mail alone. A refused recipient or message
 * concerns this mail; a refused sign-in or encryption concerns all mail, and the operator must fix it.
 */
function failureOf(error: unknown): SendFailure {
  const code = codeOf(error)
  const said = typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0
  const isOfThis = code === 'EENVELOPE' || code === 'EMESSAGE'
  return new SendFailure(said ? String(said) : code || 'unknown', !isOfThis ? 'away' : said >= 500 ? 'final' : 'later')
}
