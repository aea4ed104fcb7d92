// Points the demo tenant’s connection for buses to the simulated bus company, which runs on this machine and is shared by all browser tests (serve.ts).
import pg from 'pg'
import { connectBuses } from '../../server/test/connected-buses.ts'

export async function connectedTo(ownerUrl: string, port: number): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  await connectBuses(owner, port).finally(() => owner.end())
}
