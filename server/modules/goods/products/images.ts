// Serves pictures under paths that contain a hash of the content: anybody who knows the path may see the picture, it never changes, and nothing in it can run.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../kit/errors.ts'
import type { Db } from '../../../postgres/db.ts'
import { imageBytes } from './images.sql.ts'

const TENANT = /^\d{1,9}$/
const NAME = /^([0-9a-f]{64})\.webp$/

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const addressOf = (tenant_id: number, hash: string) => `/images/${tenant_id}/${hash}.webp`

export function registerImages(server: FastifyInstance, { db }: { db: Db }): void {
  server.get<{ Params: { tenant: string; name: string } }>('/images/:tenant/:name', { exposeHeadRoute: false }, async ({ params }, reply) => {
    const hash = NAME.exec(params.name)?.[1]
    const [image] = hash && TENANT.test(params.tenant) ? await db.read(Number(params.tenant), (q) => imageBytes(q, Number(params.tenant), hash)) : []
    if (!image) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type('image/webp')
      .send(image.bytes)
  })
}
