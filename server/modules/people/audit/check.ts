// The check of the audit log. Page by page it computes every mark, hash and number again, and compares the chain with the signed heads, which are in a file
// beside the database.

import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { auditCheck } from '../../../../contract/people/audit.ts'
import type { Services } from '../../../http/services.ts'
import { JOB } from '../../../kit/turns.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { rowCount, sealedAfter, unsealedBefore } from './chain.sql.ts'
import { readHeads } from './heads.ts'
import { hashOf, isMarked } from './seal.ts'

type CheckServices = Pick<Services, 'keys' | 'clock' | 'dataDir'> & { db: ReadDb }
type Wrong = OutputOf<typeof auditCheck>['wrong'][number]
type Sealed = Awaited<ReturnType<typeof sealedAfter>>[number]
export type Checked = Omit<OutputOf<typeof auditCheck>, 'checked_at'>

const AT_ONCE = 2_000
/** The most errors that are named: enough to see that something is wrong. */
const NAMED_MAX = 50
/** Sealing takes a few seconds; a row that has had no seal for longer than this is an error. */
const UNSEALED_MS = 60_000

const underWay = new WeakMap<ReadDb, Map<number, Promise<Checked>>>()

/** Checks the log. If a check is under way, a second caller gets its result. */
export function checkAudit(ground: CheckServices, tenant_id: number): Promise<Checked> {
  const running = underWay.get(ground.db) ?? new Map<number, Promise<Checked>>()
  underWay.set(ground.db, running)
  const check = running.get(tenant_id) ?? proven(ground, tenant_id).finally(() => running.delete(tenant_id))
  running.set(tenant_id, check)
  return check
}

async function proven(ground: CheckServices, tenant_id: number): Promise<Checked> {
  // The heads are read before the chain. As the chain only grows, it must contain every one of these heads.
  const { heads, isForged } = await readHeads(ground)
  const own = heads.filter((head) => head.tenant_id === tenant_id)
  const chain = await walk(ground, tenant_id, own)
  const outside = await leftOut(ground, tenant_id)
  const beyond = own.filter(({ seq }) => seq > chain.end).at(-1)
  const wrong: Wrong[] = [...chain.wrong, ...outside]
  if (beyond) wrong.push({ seq: beyond.seq, audit_id: null, what: 'head' })
  if (isForged) wrong.push({ seq: null, audit_id: null, what: 'head' })
  const rows = await ground.db.read(tenant_id, (q) => rowCount(q, tenant_id))
  return { rows, sealed: chain.count, head_seq: own.at(-1)?.seq ?? null, sound: wrong.length === 0, wrong: wrong.slice(0, NAMED_MAX) }
}

/** Reads and checks the chain page by page, so that a long log takes no more memory than a short one. */
async function walk(ground: CheckServices, tenant_id: number, heads: readonly { seq: number; hash: string }[]) {
  const { db, keys } = ground
  const wrong: Wrong[] = []
  let [end, count] = [0, 0]
  let before: Buffer = Buffer.alloc(0)
  for (;;) {
    const page = await db.list({ tenant_id, user_id: JOB }, (q) => sealedAfter(q, tenant_id, end, AT_ONCE))
    for (const seal of page) {
      const isGap = seal.seal_seq !== end + 1
      if (isGap) wrong.push({ seq: end + 1, audit_id: null, what: 'missing' })
      const what = wrongOf(keys, tenant_id, seal, isGap ? null : before)
      if (what) wrong.push({ seq: seal.seal_seq, audit_id: seal.audit_id, what })
      end = seal.seal_seq
      before = seal.hash
    }
    wrong.push(...otherHeads(page, heads))
    wrong.length = Math.min(wrong.length, NAMED_MAX)
    count += page.length
    if (page.length < AT_ONCE) return { end, count, wrong }
  }
}

/**
 * What is wrong with a seal; undefined if nothing is. `before`: the hash of the seal before; null if that seal is missing, so that the link to it cannot be
 * checked.
 */
function wrongOf(keys: CheckServices['keys'], tenant_id: number, seal: Sealed, before: Buffer | null): Wrong['what'] | undefined {
  if (seal.id === null) return 'missing'
  if (!isMarked(keys, tenant_id, seal)) return 'changed'
  const { seal_seq: seq, audit_id, sealed_us } = seal
  return before && !hashOf(keys, tenant_id, { seq, audit_id, sealed_us }, seal.mark, before).equals(seal.hash) ? 'inserted' : undefined
}

/** The heads whose number is on this page and whose hash is not that of the seal with this number. */
function otherHeads(page: readonly Sealed[], heads: readonly { seq: number; hash: string }[]): Wrong[] {
  const [first, last] = [page[0]?.seal_seq ?? 1, page.at(-1)?.seal_seq ?? 0]
  const here = heads.filter(({ seq }) => seq >= first && seq <= last)
  if (here.length === 0) return []
  const hashes = new Map(page.map(({ seal_seq, hash }) => [seal_seq, hash.toString('hex')]))
  return here.flatMap(({ seq, hash }) => (hashes.get(seq) === hash ? [] : [{ seq, audit_id: null, what: 'head' as const }]))
}

/** Rows without a seal. If a server wrote the row, it has waited too long for its seal ('unsealed'); otherwise somebody else put it in ('inserted'). */
async function leftOut({ db, keys, clock }: CheckServices, tenant_id: number): Promise<Wrong[]> {
  const rows = await db.list({ tenant_id, user_id: JOB }, (q) => unsealedBefore(q, tenant_id, new Date(clock().getTime() - UNSEALED_MS), NAMED_MAX))
  return rows.map((row) => ({ seq: null, audit_id: row.id, what: isMarked(keys, tenant_id, row) ? 'unsealed' : 'inserted' }))
}
