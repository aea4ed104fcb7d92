// Simulates the suppliers of top-ups and recharges on this machine. The platform connects them, reads their catalogues and puts their goods on sale.
import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import { softApi } from '../../simulators/soft-api.ts'
import { platformAtNord } from './calls.ts'

/** How long a journey waits while another journey has its simulators connected: longer than any journey with simulators takes. */
const TURN_MS = 300_000
const READ_MS = 30_000
const POLL_MS = 100
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Waits until no other journey of this run has its simulators connected; the returned function lets the next journey begin. */
async function turn(): Promise<() => Promise<void>> {
  const taken = join(dirname(inject('served')), 'top-ups')
  for (let waited = 0; waited < TURN_MS; waited += POLL_MS) {
    const isMine = await mkdir(taken).then(
      () => true,
      () => false,
    )
    if (isMine) return () => rmdir(taken)
    await pause(POLL_MS)
  }
  throw new Error('another journey still has its simulators of top-ups connected')
}

type Simulated = { advance: (ms: number) => void; close: () => Promise<void> }

/**
 * Starts the simulators and connects them. `advance` moves the simulators' clocks on. Other suppliers of these kinds are switched off, so that all sales go to
 * the simulators; a second journey waits until `close` was called.
 */
export async function serveTopUps(): Promise<Simulated> {
  const done = await turn()
  const { advance, close } = await connected().catch(async (error) => {
    await done()
    throw error
  })
  return { advance, close: () => close().finally(done) }
}

async function connected(): Promise<Simulated> {
  const [dtOne, recharges] = [await startDtOne(), await softApi()]
  const platform = await platformAtNord()
  for (const adapter of ['dt_one', 'reloadly', 'soft_api'] as const)
    for (const { connection_id } of (await platform.connectionsList({ filters: { adapter, status: true } })).content)
      await platform.connectionUpdate({ connection_id, status: false })
  const add = async (company: string, to: Omit<Parameters<typeof platform.connectionAdd>[0], 'company'>) => {
    const { connection_id } = await platform.connectionAdd({ ...to, company })
    await platform.connectionUpdate({ connection_id, status: true })
    await platform.catalogueRead({ connection_id, puts_on_sale: true })
    for (let waited = 0; waited < READ_MS; waited += POLL_MS) {
      const { content } = await platform.liveProductsList({ filters: { connection_id, state: 'on' }, limit: 1 })
      if (content.length > 0) return
      await pause(POLL_MS)
    }
    throw new Error(`the catalogue of ${company} is not read`)
  }
  await add('Journey top-ups', {
    ...{ adapter: 'dt_one', provider: 'dt_one', base_url: `http://127.0.0.1:${dtOne.port}/v1`, settings: '{"currency":"EUR"}' },
    ...{ account: DT_ONE_KEY.api_key, secret: DT_ONE_KEY.api_secret, is_sandbox: true },
  })
  await add('Journey recharges', {
    ...{ adapter: 'soft_api', provider: 'direct_recharge', base_url: recharges.url, settings: '{"country":"DE"}' },
    ...{ account: 'portal', secret: 'sandbox', is_sandbox: true },
  })
  return {
    advance: (ms) => {
      dtOne.control('advance', { ms })
      recharges.advance(ms)
    },
    close: async () => {
      await dtOne.close()
      await recharges.close()
    },
  }
}
