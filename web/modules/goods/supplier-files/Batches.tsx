// All batches of the files that were dropped together. They are checked one by one, and added together once the user has seen every check.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { isGuided } from '../../../kit/base/guided-tour.ts'
import { given } from '../../../kit/form/form-values.ts'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import type { Batch } from './batch-work.ts'
import { JobCard } from './JobCard.tsx'
import type { Table } from './read.ts'
import type { KnownLayout, Sequences } from './recognise.ts'
import { type Discounted, SupplierSection } from './SupplierSection.tsx'
import { isReady, type Job, useJobs } from './use-jobs.ts'

/** What is stored after these batches are added, so that the next similar file is recognised. */
export type Remembered = {
  tables: readonly Table[]
  sequences: readonly Sequences[]
  fingerprints: readonly string[]
  /** The supplier of earlier similar files, if there were such files. */
  supplier: Pick<KnownLayout, 'supplier_id' | 'company'> | undefined
}

type Props = { batches: readonly Batch[]; remembered: Remembered; startOver: () => void }

export default function Batches({ batches, remembered, startOver }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const { jobs, add, again, choose, drop, withZeros } = useJobs(batches)
  const [supplier, setSupplier] = useState(remembered.supplier)
  const [discounts, setDiscounts] = useState<Discounted>(new Map())
  const { user_id } = useUser()
  // For a new reseller who follows the checklist, putting the stock on sale at once is the default.
  const [publish, setPublish] = useState(() => isGuided(user_id))
  const [isAsking, setAsking] = useState(false)
  const [lacks, setLacks] = useState(false)
  const ready = jobs.filter(isReady)
  const working = jobs.some(({ state }) => state === 'waiting' || state === 'checking' || state === 'adding')
  useUnsaved(working)
  const isOver = jobs.length > 0 && jobs.every(({ state }) => state === 'added')
  const pins = ready.reduce((sum, { upload }) => sum + (upload?.accepted ?? 0), 0)
  const figures = { n: ready.length, batches: format.count(ready.length), pins: format.count(pins) }
  const discountOf = ({ part }: Job) => given(discounts.get(part.key))
  async function confirm() {
    const isComplete = supplier !== undefined && ready.every((job) => discountOf(job) !== undefined)
    setLacks(!isComplete)
    setAsking(false)
    if (!isComplete) return
    const done = await add({ supplier_id: supplier.supplier_id, publish, discountOf: (job) => discountOf(job) ?? 0 })
    await remember(done, supplier.supplier_id, remembered)
  }
  async function leave() {
    await drop(jobs)
    startOver()
  }
  return (
    <>
      <section className="card" aria-label={field('batches')}>
        <h2>{field('batches')}</h2>
        <div className="ruled">
          {jobs.map((job) => (
            <JobCard
              key={job.part.key}
              {...{ job, table: remembered.tables[job.part.table] as Table }}
              choose={(is) => choose(job, is)}
              again={() => void again(job)}
              withZeros={(is) => withZeros(job, is)}
              giveUp={() => void (jobs.length > 1 ? drop([job]) : leave())}
            />
          ))}
        </div>
      </section>
      {ready.length > 0 && !working && (
        <SupplierSection
          {...{ ready, supplier, discounts, lacks, publish }}
          onSupplier={(row) => {
            setSupplier(row)
            setDiscounts(new Map())
          }}
          onDiscount={(key, value) => setDiscounts((all) => new Map(all).set(key, value))}
          onPublish={setPublish}
        />
      )}
      <div className="row">
        {isOver ? (
          <>
            <Button onClick={startOver}>{t('more_files')}</Button>
            <InnerLink to="/inventory/view">{word('to_the_pin_stock')}</InnerLink>
          </>
        ) : (
          <>
            <Button variant="default" disabled={jobs.some(({ state }) => state === 'adding')} onClick={() => void leave()}>
              {t('give_up')}
            </Button>
            <Button className="push" disabled={ready.length === 0 || working} onClick={() => setAsking(true)}>
              {t('add', figures)}
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <Confirm title={t('add_ask', figures)} confirm={t('add', figures)} onConfirm={() => void confirm()} onClose={() => setAsking(false)}>
          <p>{t('add_text')}</p>
        </Confirm>
      )}
    </>
  )
}

/** Stores the layout of each table of which a batch was added. A layout only saves work with the next file, so a failure to store it is ignored. */
async function remember(done: readonly Job[], supplier_id: string, { sequences, fingerprints }: Remembered): Promise<void> {
  for (const [i, fingerprint] of fingerprints.entries()) {
    const of = done.filter(({ part }) => part.table === i)
    const read = sequences[i]
    if (of.length === 0 || !read) continue
    const goods = of.map(({ part: { name, value }, configuration_id }) => ({ name, value, configuration_id }))
    const columns = {
      ...{ pin_sequence: read.pin, batch_sequence: read.batch, serial_sequence: read.serial },
      ...{ expiry_sequence: read.expiry, value_sequence: read.value, name_sequence: read.name },
    }
    await ask('supplierFileKeep', { fingerprint, supplier_id, ...columns, goods }).catch(() => undefined)
  }
}
