// Step two of an upload, in the background: reads every row once, checks it and looks for its PIN in stock. Accepted rows are written, encrypted, to the spool
// that step three reads.

import { createRowReader, type Row } from '../../../../contract/goods/file-rows.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { createDecoder } from '../../../kit/encoding.ts'
import { createSealedFile, readSealedFile } from '../../../kit/sealed-file.ts'
import { createBatches } from '../../../money/batches.ts'
import { normalisePin } from '../batches/batches.ts'
import { createLengthStudy } from './length-study.ts'
import { maskCells, maskFrom } from './mask.ts'
import { createPinSet } from './pin-set.ts'
import { type Columns, createRowCheck, type Good, type Rules } from './row-check.ts'
import type { Run } from './runs.ts'
import { CHUNK, createSpool } from './spool.ts'
import { createTally } from './tally.ts'
import { type Settings, saveChecked, type Upload } from './upload.sql.ts'

type Candidate = { row: Row; good: Good; hash: Buffer; isRestored: boolean }

const columnsOf = (s: Settings): Columns => ({
  pin: s.pin_sequence - 1,
  batch: s.batch_sequence - 1,
  serial: s.serial_sequence - 1,
  expiry: s.expiry_sequence - 1,
  value: s.value_sequence - 1,
})

const rulesOf = ({ settings, pin_length, pin_letters, value }: Upload, now: Date): Rules => ({
  columns: columnsOf(settings),
  pin_length,
  pin_letters,
  value,
  zero_to: settings.add_leading_zero ? pin_length || (settings.zeros?.length ?? 0) : 0,
  today: berlinDay(now),
})

/** Checks an upload and moves it to the step "checked". Throws if the check is stopped or the file cannot be read. */
export async function checkUpload(run: Run): Promise<void> {
  const { upload, key, files } = run
  const reader = createRowReader(upload.settings)
  const decode = createDecoder(upload.settings.encoding)
  const spoolFile = await createSealedFile(files.rows, key)
  try {
    const check = await createCheck(run, createSpool(spoolFile))
    for await (const { bytes } of readSealedFile(files.raw, key)) {
      for (const row of reader.push(decode(bytes))) check.judge(row)
      await check.settleSome()
      await run.progress(reader.rows())
    }
    for (const row of reader.end()) check.judge(row)
    await check.end(reader)
  } catch (error) {
    await spoolFile.abandon().catch(() => undefined)
    throw error
  }
}

async function createCheck({ upload, db, keys, clock, tenant_id }: Run, spool: ReturnType<typeof createSpool>) {
  const rules = rulesOf(upload, clock())
  const rowCheck = createRowCheck(rules)
  const study = createLengthStudy(rules)
  const seen = createPinSet(upload.settings.lines)
  const masking = { pin: rules.columns.pin, expiry: rules.columns.expiry, from: maskFrom(upload.pin_length), letters: upload.pin_letters }
  const tally = createTally(tenant_id, upload.id, masking, (work) => db.write(tenant_id, work))
  const batches = createBatches((statement) => db.call(statement), tenant_id)
  let lot: string | undefined
  let lotsDiffer = false
  let candidates: Candidate[] = []
  let accepted = 0
  let restored = 0
  let elsewhere = 0
  let settling: Promise<void> = Promise.resolve()
  await tally.begin()

  function judge(row: Row): void {
    const verdict = rowCheck(row.cells)
    if ('finding' in verdict) {
      if (verdict.finding === 'pin_length') study.see(row.cells)
      tally.add(row, verdict, 'error')
      return
    }
    const hash = keys.pinIndex(tenant_id, verdict.pin)
    const earlier = seen.add(hash, row.row)
    if (earlier > 0) tally.add(row, { finding: 'duplicate_in_file', detail: { row: earlier } }, 'error')
    else {
      study.saw(verdict.pin)
      const isRestored = rules.zero_to > 0 && normalisePin(row.cells[rules.columns.pin] as string) !== verdict.pin
      candidates.push({ row, good: verdict, hash, isRestored })
    }
  }

  /** Looks for one chunk's PINs in stock, and accepts the PINs that the uploading owner does not have. */
  async function settle(chunk: Candidate[]) {
    const hits = await batches.inStock(upload.owner_id, Buffer.concat(chunk.map(({ hash }) => hash)))
    const known = new Map(hits.map((hit) => [hit.i, hit]))
    for (const [i, { row, good, hash, isRestored }] of chunk.entries()) {
      const { batch_no = null, created_at = null } = known.get(i) ?? {}
      if (batch_no && created_at) tally.add(row, { finding: 'duplicate_in_stock', detail: { batch_no, created_at } }, 'error')
      else {
        // A PIN that another owner has is accepted in this step like any other, and refused in step three only.
        if (known.has(i)) elsewhere++
        accepted++
        if (isRestored) restored++
        lot ??= good.batch
        lotsDiffer ||= lot !== good.batch
        await spool.add(good.pin, good.serial, hash, good.expires_on)
      }
    }
    await tally.flushSome()
  }

  /** Lets the database look for the PINs of the collected rows while the next rows are read. */
  async function settleAll() {
    const chunk = candidates
    candidates = []
    await settling
    settling = settle(chunk)
    settling.catch(() => undefined)
  }

  /** The header as it was read with the chosen settings. It may be in another line than the one guessed at first. */
  const headerRead = (reader: ReturnType<typeof createRowReader>) =>
    upload.settings.has_header ? { header: maskCells(reader.header(), { ...masking, pin: -1 }) } : {}

  return {
    judge,
    settleSome: async () => void (candidates.length >= CHUNK && (await settleAll())),
    async end(reader: ReturnType<typeof createRowReader>) {
      await settleAll()
      await settling
      const better = study.verdict(reader.rows())
      if (better) await tally.rename(better)
      await tally.flush()
      const stretches = await spool.end()
      const { error: errors, warning: warnings } = tally.totals
      const fatal = fatalOf(reader, accepted)
      const lotOf = (lotsDiffer ? '' : lot) || (upload.settings.import_batch ?? '')
      const zeros = rules.zero_to > 0 ? (upload.settings.zeros ?? null) : study.zeros()
      const settings = { lot: lotOf, stretches, columns: reader.columns(), elsewhere, refused: false, zeros, restored, ...headerRead(reader) }
      const checked = { rows_total: reader.rows(), accepted, errors, warnings, found: tally.counts(), fatal, settings }
      await db.write(tenant_id, (q) => saveChecked(q, tenant_id, clock(), upload.id, checked))
    },
  }
}

/** An error of the file as a whole, which leaving out rows cannot repair; null if there is none. */
function fatalOf(reader: ReturnType<typeof createRowReader>, accepted: number): string | null {
  if (reader.rows() === 0) return 'file_empty'
  if (!reader.trailerHolds()) return 'trailer_mismatch'
  return reader.columns() === 1 && accepted === 0 ? 'one_column' : null
}
