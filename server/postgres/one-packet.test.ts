// Statements that are sent together also arrive together; the receiver counts the pieces.
import { once } from 'node:events'
import { createServer, type Server, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { onePacket } from './one-packet.ts'

/** Writes three times in one turn of the event loop and a fourth time later; returns the number of pieces in which the data arrives, and the data. */
async function sentBy(socket: Socket): Promise<{ writes: number; said: string }> {
  const server: Server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  socket.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  const [theirs] = await accepted
  const pieces: string[] = []
  theirs.on('data', (piece: Buffer) => void pieces.push(piece.toString()))
  let writes = 0
  const { _writev, _write } = socket
  socket._write = (...given) => {
    writes++
    _write.apply(socket, given)
  }
  socket._writev = (...given) => {
    writes++
    _writev?.apply(socket, given)
  }
  for (const word of ['begin ', 'ask ', 'commit ']) socket.write(word)
  await new Promise(setImmediate)
  await new Promise<void>((done) => socket.write(Buffer.from('later'), () => done()))
  socket.end()
  await once(theirs, 'end')
  server.close()
  return { writes, said: pieces.join('') }
}

test('data written to the socket in one turn of the event loop is sent in one write, in its order, and later data is not delayed', async () => {
  expect(await sentBy(onePacket())).toEqual({ writes: 2, said: 'begin ask commit later' })
  // Control: an ordinary socket sends each write separately.
  expect(await sentBy(new Socket())).toEqual({ writes: 4, said: 'begin ask commit later' })
})
