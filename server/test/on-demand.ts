// Helpers for on-demand goods in a test's own world: they start the suppliers' simulators and point the demo world's connections to them.
import { paysafecard } from '../../simulators/paysafecard.ts'
import { pjTelesoft } from '../../simulators/pj-telesoft.ts'
import { softApi } from '../../simulators/soft-api.ts'
import { connected } from './top-ups.ts'
import type { World } from './world.ts'

const SIGN_IN = { username: 'portal', password: 'sandbox' }
const AGREED = { product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10', '25', '50', '100'], commission: 575 }

/** Opens the suppliers of cards on demand, which the caller closes. */
export async function onDemandThere(w: World) {
  const [soft, pj, cards] = await Promise.all([softApi(), pjTelesoft(), paysafecard()])
  const softapi = { provider: 'softapi' } as const
  await connected(w, { adapter: 'soft_api', ...softapi, base_url: soft.url, settings: { country: 'DE' }, credentials: SIGN_IN })
  await connected(w, { adapter: 'pj_telesoft', provider: 'pj_telesoft', base_url: pj.url, settings: { generation: 2 }, credentials: SIGN_IN })
  const distributor = { distributor: '0009402006', api_key: 'psc_sandbox_key' }
  await connected(w, { adapter: 'paysafecard', ...softapi, base_url: cards.url, settings: { agreed: [AGREED] }, credentials: distributor })
  const sims = { soft, pj, cards }
  return { ...sims, close: async () => void (await Promise.all(Object.values(sims).map((sim) => sim.close()))) }
}

/** Puts a code on sale that only SoftAPI sells. */
export async function codeOnDemand(w: World) {
  const sim = await softApi()
  await connected(w, { adapter: 'soft_api', provider: 'softapi', base_url: sim.url, settings: { country: 'DE' }, credentials: SIGN_IN })
  const shop = await w.signIn('kiosque')
  const code = (await shop.calls.onDemandOffers({})).content.find(({ brand }) => brand === 'Sternnetz')?.code
  return { configuration_id: code?.configuration_id ?? '', close: () => sim.close() }
}
