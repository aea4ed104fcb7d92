// Collects what the check of a file finds: counts all findings, and stores the first rows of each level so that the screen can show them.

import type { Row } from '../../../../contract/goods/file-rows.ts'
import type { Query } from '../../../postgres/db.ts'
import { addFindings, clearFindings, type FindingRow, renameFinding } from './findings.sql.ts'
import { COLUMNS_MAX } from './layout.ts'
import { type Masking, maskCells } from './mask.ts'
import type { RowFinding } from './row-check.ts'
import type { FindingCount } from './upload.sql.ts'

/** How many rows with findings are stored for each level. Further rows are only counted. */
const KEPT = { error: 10_000, warning: 2_000 }
const FLUSH = 500

type Level = keyof typeof KEPT
type Write = (work: (q: Query) => Promise<unknown>) => Promise<unknown>

export function createTally(tenant_id: number, upload_id: string, masking: Masking, write: Write) {
  const counts = new Map<string, FindingCount>()
  const totals: Record<Level, number> = { error: 0, warning: 0 }
  let waiting: FindingRow[] = []

  async function flush() {
    const rows = waiting
    waiting = []
    if (rows.length > 0) await write((q) => addFindings(q, tenant_id, upload_id, rows))
  }

  return {
    totals,
    begin: () => write((q) => clearFindings(q, tenant_id, upload_id)),
    add({ row, cells }: Row, { finding, detail }: RowFinding, level: Level): void {
      const count = counts.get(finding) ?? { finding, level, rows: 0 }
      count.rows++
      counts.set(finding, count)
      if (++totals[level] <= KEPT[level]) waiting.push({ row, finding, level, cells: maskCells(cells.slice(0, COLUMNS_MAX), masking), detail })
    },
    flushSome: async () => void (waiting.length >= FLUSH && (await flush())),
    flush,
    /** Renames the finding `pin_length` to one that explains it better. */
    async rename({ finding, detail }: RowFinding) {
      const count = counts.get('pin_length')
      if (!count) return
      counts.delete('pin_length')
      counts.set(finding, { ...count, finding })
      await flush()
      await write((q) => renameFinding(q, tenant_id, upload_id, 'pin_length', finding, detail))
    },
    counts: () => [...counts.values()].sort((a, b) => a.level.localeCompare(b.level) || b.rows - a.rows),
  }
}
