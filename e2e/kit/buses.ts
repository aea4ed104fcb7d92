// Starts the simulated bus company of all journeys on this machine; the demo tenant’s connection leads to it.
import pg from 'pg'
import { connectBuses } from '../../server/test/connected-buses.ts'

export async function connectedTo(ownerUrl: string, port: number): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  await connectBuses(owner, port).finally(() => owner.end())
}
