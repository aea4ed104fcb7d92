// Statements are chosen by a button or dropped anywhere on the screen. The result of each file is shown above the list.
import { Button, FileButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import { BANK_LINES_A_DAY } from '../../../../contract/papers/bank-lines.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { ProgressLine } from '../../goods/stock/stock.ts'
import { FILE_MAX } from '../../goods/supplier-files/supplier-files.ts'
import { leftOut } from './statement.ts'
import type { Outcome, Taken, Unread, useTake } from './use-take.ts'

type Taking = ReturnType<typeof useTake>

/** Banks give these files many names and endings, so any file can be chosen; its format is recognised when it is read. */
export function PickFiles({ stage, take }: Taking) {
  const t = useTranslations('credit.bank')
  const file = useTranslations('supplier_files')
  return (
    <FileButton multiple onChange={take} disabled={stage !== 'idle'} inputProps={{ 'aria-label': t('drop') }}>
      {(props) => (
        <Button {...props} variant="default" title={`${t('drop')}. ${t('drop_hint')}`} disabled={stage !== 'idle'}>
          {file('browse')}
        </Button>
      )}
    </FileButton>
  )
}

/** Shows the result of each file. */
export function FileOutcomes({ stage, outcomes }: Taking) {
  const t = useTranslations('credit.bank')
  const file = useTranslations('supplier_files')
  return (
    <div role="status" className="stack gap-8 quiet no-print">
      {stage === 'reading' && <p>{file('reading')}</p>}
      {typeof stage === 'object' && <ProgressLine label={t('taking')} done={stage.sent} total={stage.all} />}
      {outcomes.map((outcome, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <FileOutcome key={i} outcome={outcome} />
      ))}
    </div>
  )
}

function FileOutcome({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('credit.bank')
  if ('taken' in outcome) return <TakenFile taken={outcome} />
  if ('problem' in outcome) return <UnreadFile unread={outcome} />
  return (
    <>
      <p className="notice warning">{t('stopped', { file: outcome.file, done: format.count(outcome.sent), count: format.count(outcome.all) })}</p>
      <Refusal error={outcome.error} changes />
    </>
  )
}

function TakenFile({ taken: { file, taken, known, returned, left_out } }: { taken: Taken }) {
  const t = useTranslations('credit.bank')
  const screens = useTranslations('house.screens')
  const counted = (n: number) => ({ n, count: format.count(n) })
  return (
    <div className={taken + returned > 0 ? 'notice success row' : 'notice row'}>
      <b>{t('taken', { ...counted(taken), file })}</b>
      {known > 0 && <span>{t('known', counted(known))}</span>}
      {returned > 0 && (
        <span>
          {t('returned', counted(returned))} <InnerLink to="/direct-debits">{screens('direct_debits')}</InnerLink>
        </span>
      )}
      {leftOut
        .filter((why) => left_out[why] > 0)
        .map((why) => (
          <span key={why}>{t(`left_out.${why}`, { ...counted(left_out[why]), amount: format.money(BOOKING_MAX) })}</span>
        ))}
    </div>
  )
}

function UnreadFile({ unread: { file, problem, row, columns = [] } }: { unread: Unread }) {
  const t = useTranslations('credit.bank')
  const files = useTranslations('supplier_files')
  const field = useTranslations('fields')
  const transfer = useTranslations('credit.pay_in')
  const names = { day: field('day'), amount: field('amount'), reference: transfer('reference') }
  const figures = {
    row: row === undefined ? '' : format.count(row),
    columns: columns.map((column) => names[column]).join(', '),
    size: format.count(FILE_MAX / 1_000_000),
    most: format.count(BANK_LINES_A_DAY),
  }
  return (
    <div role="alert" className="notice danger">
      <b>{files('unread', { file })}</b>
      <p>{t(`problems.${problem}`, figures)}</p>
    </div>
  )
}
