// The socket of a connection to the database. What is written to it before the process turns to something else leaves together: `begin`, the statements sent
// with it and `commit` are one call of the operating system here and one waking of PostgreSQL there, where each would be one of its own.
import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

export function onePacket(): Socket {
  const socket = new Socket()
  // Connecting puts the usual `write` in place, so this one comes afterwards.
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
