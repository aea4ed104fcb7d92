// Incoming mail by IMAP. The connection is encrypted unless the server is on this machine. A mail is marked as read once it was taken or can never be taken.
import { ImapFlow } from 'imapflow'

/** `address`: the address of the mailbox, to which tokens are added. `read`: hands over unread mails, one after the other. */
export type Mailbox = { address: string; read: (take: (source: Buffer) => Promise<void>) => Promise<void> }

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/
/** The most bytes of a mail that is read. A larger mail has attached files, which are not taken from mails; a mail of text alone is far smaller. */
const BYTES_MAX = 1_000_000
/** The most mails that one round reads, so that other jobs go on under a flood of mail. */
const ROUND = 50
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function createMailbox(url: string): Mailbox | null {
  if (!url) return null
  const server = new URL(url)
  const isEncrypted = server.protocol === 'imaps:'
  const user = decodeURIComponent(server.username)
  const box = decodeURIComponent(server.pathname.slice(1)) || 'INBOX'

  async function unread(client: ImapFlow): Promise<{ uid: number; size: number }[]> {
    const mails: { uid: number; size: number }[] = []
    for await (const { uid, size = 0 } of client.fetch({ seen: false }, { uid: true, size: true })) mails.push({ uid, size })
    return mails.slice(0, ROUND)
  }

  return {
    address: user,
    read: async (take) => {
      const client = new ImapFlow({
        ...TIMEOUTS,
        host: server.hostname,
        port: Number(server.port) || (isEncrypted ? 993 : 143),
        secure: isEncrypted,
        ...(isEncrypted || LOOPBACK.test(server.hostname) ? {} : { doSTARTTLS: true }),
        auth: { user, pass: decodeURIComponent(server.password) },
        logger: false,
      })
      // The error is ignored here, because a connection that breaks also rejects the command that waits for an answer.
      client.on('error', () => undefined)
      await client.connect()
      try {
        const lock = await client.getMailboxLock(box)
        try {
          for (const { uid, size } of await unread(client)) {
            const { source = null } = (size <= BYTES_MAX && (await client.fetchOne(String(uid), { source: true }, { uid: true }))) || {}
            if (source) await take(source)
            await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
          }
        } finally {
          lock.release()
        }
      } finally {
        await client.logout().catch(() => client.close())
      }
    },
  }
}
