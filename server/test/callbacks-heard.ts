// The product's address for callbacks alone, for live sales a test or a yardstick runs without the app.
import fastify from 'fastify'
import { registerCallbacks } from '../modules/sales/live-orders/live-orders.ts'

/** Closes it. */
export async function callbacksHeard(port: number, deps: Parameters<typeof registerCallbacks>[1]): Promise<() => Promise<void>> {
  const server = fastify()
  registerCallbacks(server, deps)
  await server.listen({ host: '127.0.0.1', port })
  return () => server.close()
}
