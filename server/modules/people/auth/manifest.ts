// The name and icon of the installed app. A shop installs the portal of its reseller, so the app has the name of the organisation that the host name belongs
// to.
import type { FastifyInstance } from 'fastify'
import { hostNameOf } from '../../../http/hosts.ts'
import type { Services } from '../../../http/services.ts'
import { Refusal } from '../../../kit/errors.ts'
import { organisationOf } from './auth.sql.ts'

/** How long a manifest is cached: names change rarely, and browsers request the manifest at every visit. */
const KEPT_MS = 60_000
const KEPT_MAX = 1_000

const icon = (name: string, sizes: string, more: object = {}) => ({
  src: `/${name}`,
  type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  sizes,
  ...more,
})
const LOOK = {
  ...{ id: '/', start_url: '/', scope: '/', display: 'standalone', background_color: '#f5f6f8', theme_color: '#00a1f1' },
  icons: [
    ...[icon('icon.svg', 'any'), icon('icon-192.png', '192x192'), icon('icon-512.png', '512x512')],
    icon('icon-maskable.png', '512x512', { purpose: 'maskable' }),
  ],
}

export function registerManifest(server: FastifyInstance, { db, hosts, clock }: Pick<Services, 'db' | 'hosts' | 'clock'>): void {
  const kept = new Map<string, { name: string; until: number }>()

  async function nameAt(host: string): Promise<string | undefined> {
    const known = kept.get(host)
    if (known && known.until > clock().getTime()) return known.name
    const found = await hosts.find(host)
    const [row] = found ? await db.read(found.tenant_id, (q) => organisationOf(q, found)) : []
    if (!row) return undefined
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(host, { name: row.name, until: clock().getTime() + KEPT_MS })
    return row.name
  }

  server.get('/manifest.webmanifest', { exposeHeadRoute: false }, async (request, reply) => {
    const host = hostNameOf(request)
    const name = host && (await nameAt(host))
    if (!name) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify({ name, short_name: name, ...LOOK }))
  })
}
