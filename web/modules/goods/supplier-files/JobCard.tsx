// One batch: its progress, the findings of its check, and the possible actions. If half of its rows have errors, the first button lets the user send a
// corrected file.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { findingOf, ProgressLine, type Upload, UploadRefused } from '../stock/stock.ts'
import { useBadRows } from './bad-rows.ts'
import { usePartName } from './PartChoice.tsx'
import type { Table } from './read.ts'
import styles from './supplier-files.module.css'
import type { Job } from './use-jobs.ts'

type Props = {
  job: Job
  table: Table
  choose: (leaveOut: boolean) => void
  again: () => void
  withZeros: (add: boolean) => void
  giveUp: () => void
}

export function JobCard({ job, table, choose, again, withZeros, giveUp }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const named = useNamed()
  const { part, upload, state, error } = job
  const partName = usePartName()(job.part)
  const name = upload ? goodsName(upload) : partName
  const isBad = state === 'checked' && upload !== undefined && (upload.fatal !== null || upload.errors + part.left.length > 0)
  return (
    <article className={`stack gap-8 ${styles.job}`} aria-label={name}>
      <div className="row">
        <b>{name}</b>
        <span className={`badge ${toneOf(job)}`}>{t(`states.${state}`)}</span>
        {state !== 'added' && state !== 'adding' && (
          <Button size="xs" variant="subtle" className="push" aria-label={named(word('leave_out'), name)} onClick={giveUp}>
            {word('leave_out')}
          </Button>
        )}
      </div>
      {(state === 'checking' || state === 'adding') && upload && <ProgressLine label={t(`states.${state}`)} done={upload.rows_done} total={upload.rows} />}
      {state === 'checked' && upload && <p>{t('good_of', { good: format.count(upload.accepted), total: format.count(upload.rows) })}</p>}
      {state === 'added' && upload && (
        <p>
          {t('added', { n: upload.accepted, count: format.count(upload.accepted) })}{' '}
          <InnerLink to={`/inventory/details/${upload.configuration_id}`}>{word('open_batch', { batch: String(upload.batch_no ?? '') })}</InnerLink>
        </p>
      )}
      {state === 'refused' ? <UploadRefused error={error} /> : <Refusal error={error} changes />}
      {state === 'refused' && (
        <div className="row">
          <Button size="xs" onClick={again} aria-label={named(word('send_again'), name)}>
            {word('send_again')}
          </Button>
        </div>
      )}
      {state === 'checked' && upload && <Zeros upload={upload} change={withZeros} />}
      {isBad && upload && <Bad {...{ job, table, upload, choose, giveUp }} />}
    </article>
  )
}

const toneOf = ({ state, upload }: Job) =>
  state === 'added' ? 'success' : state === 'refused' ? 'danger' : state === 'checked' && upload && (upload.errors > 0 || upload.fatal) ? 'warning' : ''

/** The choice whether lost leading zeros of PINs are restored. The choice is stored in the batch's record, with the number of PINs. */
function Zeros({ upload: { zeros, restored }, change }: { upload: Upload; change: (add: boolean) => void }) {
  const t = useTranslations('supplier_files')
  if (!zeros) return null
  return (
    <Checkbox
      label={t('zeros', { n: zeros.rows, count: format.count(zeros.rows), length: format.count(zeros.length) })}
      description={t('zeros_hint')}
      checked={restored > 0}
      onChange={({ currentTarget: { checked } }) => change(checked)}
    />
  )
}

type BadProps = { job: Job; table: Table; upload: Upload; choose: (leaveOut: boolean) => void; giveUp: () => void }

function Bad({ job, table, upload, choose, giveUp }: BadProps) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const titles = useTranslations('stock.finding_titles')
  const badRows = useBadRows()
  const [isMaking, setMaking] = useState(false)
  const { part, leaveOut } = job
  const bad = upload.errors + part.left.length
  const isHalf = upload.fatal !== null || bad * 2 >= upload.rows + part.left.length
  const figures = { n: bad, count: format.count(bad) }
  async function save() {
    setMaking(true)
    const file = await badRows(table, part, upload).catch(() => undefined)
    setMaking(false)
    if (file) saveFile(file.filename, file.csv)
  }
  return (
    <div className="stack">
      <div className="warned">
        <b>{upload.fatal ? titles(findingOf(upload.fatal)) : t('bad', figures)}</b>
        {upload.findings.length > 0 && (
          <p>{upload.findings.map(({ finding, rows }) => t('found', { what: titles(findingOf(finding)), count: format.count(rows) })).join(' · ')}</p>
        )}
        {part.left.length > 0 && <p>{t('left', { n: part.left.length, count: format.count(part.left.length) })}</p>}
      </div>
      <div className="row">
        {isHalf && <Button onClick={giveUp}>{word('send_a_corrected_file')}</Button>}
        {!upload.fatal && (
          <Button variant="default" disabled={isMaking} onClick={() => void save()}>
            {t('bad_rows', figures)}
          </Button>
        )}
      </div>
      {isHalf && <p className="muted">{t('send_corrected_hint')}</p>}
      {!upload.fatal && upload.accepted > 0 && upload.errors > 0 && (
        <Checkbox
          label={t('leave_out', { n: upload.errors, count: format.count(upload.errors) })}
          checked={leaveOut}
          onChange={({ currentTarget: { checked } }) => choose(checked)}
        />
      )}
    </div>
  )
}
