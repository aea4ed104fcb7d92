// A world for one test file in which the network can lose the database's answers.
import { afterAll } from 'vitest'
import { type Swallowing, swallowing } from './swallow.ts'
import { fileWorld } from './world.ts'

export async function swallowingWorld() {
  let wire: Swallowing | undefined
  const w = await fileWorld({
    db: async (url) => {
      wire = await swallowing(url)
      return { url: wire.url, max: 2 }
    },
  })
  if (!wire) throw new Error('the world asked for no database')
  const { next, swallowed, end } = wire
  afterAll(end)
  return { w, swallow: next, swallowed }
}
