// A server for suppliers' callbacks only, for live sales that a test or a measurement (bench/) makes without the app.
import fastify from 'fastify'
import { registerCallbacks } from '../modules/sales/live-orders/live-orders.ts'

/** Returns a function that closes the server. */
export async function callbacksHeard(port: number, deps: Parameters<typeof registerCallbacks>[1]): Promise<() => Promise<void>> {
  const server = fastify()
  registerCallbacks(server, deps)
  await server.listen({ host: '127.0.0.1', port })
  return () => server.close()
}
