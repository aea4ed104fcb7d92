// A mailbox on this machine that speaks as much IMAP as reading unread mail needs (RFC 9051).
import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

type Mail = { source: string; isSeen: boolean }

/** Opens a mailbox that ends with the test file. `put` delivers a mail; `cutAfter` closes the connection instead of answering the next command of this name. */
export async function imapMailbox() {
  const mails: Mail[] = []
  let cut = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  })

  function answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ').replace(/^UID /i, '')
    const name = (command.split(' ')[0] ?? '').toUpperCase()
    if (name === cut) {
      cut = ''
      socket.destroy()
      return
    }
    const say = (text: string) => socket.write(`* ${text}\r\n`)
    if (name === 'CAPABILITY') say('CAPABILITY IMAP4rev1')
    if (name === 'LIST') say('LIST (\\HasNoChildren) "/" "INBOX"')
    if (name === 'NAMESPACE') say('NAMESPACE (("" "/")) NIL NIL')
    if (name === 'SELECT')
      for (const text of [`${mails.length} EXISTS`, '0 RECENT', 'FLAGS (\\Seen)', 'OK [UIDVALIDITY 1] ok', `OK [UIDNEXT ${mails.length + 1}] ok`]) say(text)
    if (name === 'SEARCH') say(`SEARCH ${mails.flatMap(({ isSeen }, i) => (isSeen ? [] : [i + 1])).join(' ')}`.trim())
    if (name === 'FETCH') for (const i of numbersIn(command)) fetched(socket, i, command)
    if (name === 'STORE') for (const i of numbersIn(command)) Object.assign(mails[i - 1] ?? {}, { isSeen: true })
    if (name === 'LOGOUT') say('BYE')
    socket.write(`${tag} OK done\r\n`)
    if (name === 'LOGOUT') socket.end()
  }

  const numbersIn = (command: string): number[] =>
    (command.split(' ')[1] ?? '')
      .split(',')
      .flatMap(rangeOf)
      .filter((i) => mails[i - 1])
  const rangeOf = (range: string) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? mails.length : Number(end)))
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  }

  function fetched(socket: Socket, i: number, command: string): void {
    const source = mails[i - 1]?.source ?? ''
    const head = `UID ${i} RFC822.SIZE ${Buffer.byteLength(source)} FLAGS (${mails[i - 1]?.isSeen ? '\\Seen' : ''})`
    socket.write(/BODY/i.test(command) ? `* ${i} FETCH (${head} BODY[] {${Buffer.byteLength(source)}}\r\n${source})\r\n` : `* ${i} FETCH (${head})\r\n`)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  return {
    url: `imap://replies%40portal.example:secret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/INBOX`,
    put: (source: string) => void mails.push({ source, isSeen: false }),
    unread: () => mails.filter(({ isSeen }) => !isSeen).length,
    /** Marks all mails as unread, as a restored mailbox or a lost mark would. */
    forget: () => {
      for (const mail of mails) mail.isSeen = false
    },
    cutAfter: (name: string) => {
      cut = name
    },
  }
}
