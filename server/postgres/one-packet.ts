// The socket of a database connection. All writes of one turn of the event loop are sent together. So `begin`, the statements sent with it and `commit` take
// one system call in the server, and wake PostgreSQL once instead of three times.
import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

export function onePacket(): Socket {
  const socket = new Socket()
  // Connecting resets `write`, so `write` is replaced only after the connection is made.
  socket.once('connect', () => {
    const usual = socket.write
    let isGathering = false
    socket.write = (piece: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean => {
      if (!isGathering) {
        isGathering = true
        socket.cork()
        process.nextTick(() => {
          isGathering = false
          socket.uncork()
        })
      }
      return typeof encoding === 'function' ? usual.call(socket, piece, undefined, encoding) : usual.call(socket, piece, encoding, done)
    }
  })
  return socket
}
