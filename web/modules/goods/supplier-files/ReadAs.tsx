// Shows what was recognised in the files, table by table and batch by batch. The user can change each part; nothing is sent before the user confirms.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import type { Remembered } from './Batches.tsx'
import type { Batch } from './batch-work.ts'
import { PartChoice } from './PartChoice.tsx'
import { fileNameOf, PARTS_MAX, type Part, partsOf } from './parts.ts'
import type { Read, Table } from './read.ts'
import { barePin, type Denomination, fingerprintOf, goodsOf, type KnownLayout, productOf, type Sequences, sequencesOf } from './recognise.ts'
import { TableCard } from './TableCard.tsx'
import { useGoods } from './use-goods.ts'

type Tables = Extract<Read, { tables: unknown }>
type Go = (batches: readonly Batch[], remembered: Remembered) => void

export default function ReadAs({ read, go }: { read: Tables; go: Go }) {
  const goods = useGoods()
  const [fingerprints] = useState(() => read.tables.map(fingerprintOf))
  const known = useQuery({ ...query('supplierFilesKnown', { fingerprints: [...new Set(fingerprints)] }), staleTime: 0 })
  if (goods.isError) return <Failed error={goods.error} retry={() => goods.refetch()} />
  // Stored layouts of earlier files are only proposals. If they cannot be loaded, everything is guessed as for a new kind of file.
  if (!goods.data || known.isPending) return null
  const before = fingerprints.map((one) => known.data?.content.find(({ fingerprint }) => fingerprint === one))
  return <Summary read={read} goods={goods.data} known={before} fingerprints={fingerprints} go={go} />
}

type Props = { read: Tables; goods: readonly Denomination[]; known: readonly (KnownLayout | undefined)[]; fingerprints: readonly string[]; go: Go }

function Summary({ read: { tables, skipped }, goods, known, fingerprints, go }: Props) {
  const t = useTranslations('supplier_files')
  const [sequences, setSequences] = useState<readonly Sequences[]>(() => tables.map((table, i) => sequencesOf(table, goods, known[i])))
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [isMissing, setMissing] = useState(false)
  // Titles begin with the table's number, because two files may have the same name.
  const titles = tables.map(({ file, sheet }, i) => `${i} ${file} ${sheet}`)
  const parts = useMemo(() => partsOf(tables, sequences), [tables, sequences])
  const goodsIn = (part: Part) => picked.get(part.key) ?? goodsOf(part, titlesOf(tables[part.table]), goods, known[part.table])?.configuration_id ?? ''
  const wanted = (parts ?? []).filter(({ key }) => !leftOut.has(key))
  const count = wanted.reduce((sum, { rows }) => sum + rows.length, 0)
  function send() {
    const isComplete = wanted.length > 0 && wanted.every((part) => goodsIn(part) !== '')
    setMissing(!isComplete)
    if (!isComplete) return
    const batches = wanted.map((part) => ({
      part,
      sequences: sequences[part.table] as Sequences,
      filename: fileNameOf(tables[part.table] as Table, part, wanted.length === 1),
      configuration_id: goodsIn(part),
    }))
    go(batches, { tables, sequences, fingerprints, supplier: known.find((one) => one !== undefined) })
  }
  return (
    <>
      {skipped.length > 0 && <p className="notice">{t('skipped', { files: skipped.slice(0, 10).join(', ') })}</p>}
      {tables.map((table, i) => (
        <TableCard
          key={titles[i]}
          table={table}
          sequences={sequences[i] as Sequences}
          known={known[i]}
          change={(next) => setSequences(sequences.map((one, at) => (at === i ? next : one)))}
        >
          {(parts ?? [])
            .filter((part) => part.table === i)
            .map((part) => (
              <PartChoice
                key={part.key}
                part={part}
                goods={goods}
                chosen={goodsIn(part)}
                isProposed={!picked.has(part.key)}
                isLeftOut={leftOut.has(part.key)}
                isMissing={isMissing}
                product={productOf(part.name, titlesOf(table), goods)}
                pins={pinsOf(part, sequences[i])}
                choose={(id) => setPicked(new Map(picked).set(part.key, id))}
                leaveOut={(is) => setLeftOut(toggled(leftOut, part.key, is))}
              />
            ))}
        </TableCard>
      ))}
      {!parts && (
        <p role="alert" className="notice danger">
          {t('too_many_parts', { most: format.count(PARTS_MAX) })}
        </p>
      )}
      {isMissing && (
        <p role="alert" className="notice danger">
          {t('choose_goods')}
        </p>
      )}
      <div className="row">
        <Button className="push" disabled={!parts} onClick={send}>
          {t('check', { n: wanted.length, batches: format.count(wanted.length), pins: format.count(count) })}
        </Button>
      </div>
    </>
  )
}

const pinsOf = ({ rows }: Part, of: Sequences | undefined) => rows.map(({ cells }) => barePin(cells[(of?.pin ?? 0) - 1] ?? ''))

const titlesOf = (table: Table | undefined) => (table ? `${table.file.replace(/\.\w+$/, '').replaceAll('_', ' ')} ${table.sheet}` : '')

function toggled(all: ReadonlySet<string>, key: string, is: boolean): ReadonlySet<string> {
  const next = new Set(all)
  if (is) next.add(key)
  else next.delete(key)
  return next
}
