// Signed heads of the chain: from time to time the chain's last seal is written to a file beside the database. Somebody who deletes the end of the log in
// the database cannot change that file. Each line is {"tenant_id":1,"seq":128,"hash":"…","at":"…","sign":"…"}. The chain has no gaps, so the number of a
// head is also the number of seals at that time.
import { appendFile, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Services } from '../../../http/services.ts'
import type { Seal } from './chain.sql.ts'

type HeadServices = Pick<Services, 'dataDir' | 'keys' | 'clock' | 'log'>

const Head = z.object({ tenant_id: z.int(), seq: z.int(), hash: z.string(), at: z.string(), sign: z.string() })
type Head = z.output<typeof Head>

const FILE_MAX = 2_000_000
const fileIn = (dataDir: string) => join(dataDir, 'audit-heads.jsonl')

const signatureOf = ({ keys }: Pick<HeadServices, 'keys'>, { tenant_id, seq, hash, at }: Omit<Head, 'sign'>) =>
  keys.sign('audit head', [tenant_id, seq, hash, at].join('|')).toString('hex')

/**
 * The heads in the file that have a valid signature. `isForged`: whether a line has a wrong signature. A last line that was only half written (power
 * loss) is ignored.
 */
export async function readHeads(ground: Pick<HeadServices, 'dataDir' | 'keys'>): Promise<{ heads: Head[]; isForged: boolean }> {
  const text = await readFile(fileIn(ground.dataDir), 'utf8').catch(() => '')
  const read = text.split('\n').flatMap(headOf)
  const heads = read.filter((head) => head.sign === signatureOf(ground, head))
  return { heads, isForged: heads.length < read.length }
}

function headOf(line: string): Head[] {
  try {
    const head = z.safeParse(Head, JSON.parse(line))
    return head.success ? [head.data] : []
  } catch {
    return []
  }
}

/** Writes new heads to the file. When the file is full, it is replaced by one that begins with the newest head of every tenant. */
export function createHeads(ground: HeadServices) {
  const newest = new Map<number, Head>()
  const begun = readHeads(ground).then(({ heads }) => {
    for (const head of heads) newest.set(head.tenant_id, head)
  })

  async function add(tenant_id: number, { seq, hash }: Pick<Seal, 'seq' | 'hash'>): Promise<void> {
    await begun
    const known = newest.get(tenant_id)
    const text = hash.toString('hex')
    if (known?.seq === seq && known.hash === text) return
    const head = { tenant_id, seq, hash: text, at: ground.clock().toISOString() }
    const signed = { ...head, sign: signatureOf(ground, head) }
    newest.set(tenant_id, signed)
    // The head is also written to the server's log, in case the disk with the file is lost.
    ground.log.info({ audit_head: signed }, 'audit head')
    await write([signed])
  }

  async function write(heads: readonly Head[]): Promise<void> {
    const file = fileIn(ground.dataDir)
    const isFull = await stat(file).then(
      ({ size }) => size > FILE_MAX,
      () => false,
    )
    if (isFull) await rename(file, `${file}.1`)
    const lines = isFull ? [...newest.values()] : heads
    // Each line begins with a line break, so that it does not continue a half-written line.
    await appendFile(file, lines.map((head) => `\n${JSON.stringify(head)}`).join(''), { mode: 0o600 })
  }

  return { add }
}
