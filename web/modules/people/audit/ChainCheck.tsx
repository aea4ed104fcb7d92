// Asks the server to verify the audit log's hash chain. Shows how many rows were verified, and the wrong rows if there are any.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type Output, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Proof = Output<'auditCheck'>

/** Returns the button that starts the check of the log, and the element that shows its result. */
export function useChainCheck({ own }: { own: boolean }) {
  const t = useTranslations('audit.chain')
  const check = useCall('auditCheck')
  const button = (
    <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ own })}>
      {t('check')}
    </Button>
  )
  const answer = (
    <div className={check.isIdle ? 'hidden-visually' : 'stack no-print'} aria-live="polite">
      {check.isPending && <p className="muted">{t('checking')}</p>}
      {check.isError && <Refusal error={check.error} />}
      {check.data && !check.isPending && <Result proof={check.data} />}
    </div>
  )
  return { button, answer }
}

function Result({ proof }: { proof: Proof }) {
  const t = useTranslations('audit.chain')
  const field = useTranslations('fields')
  const { sound, wrong, rows, sealed, head_seq, checked_at } = proof
  const facts = [
    { label: field('rows'), value: format.count(rows) },
    { label: t('sealed'), value: format.count(sealed) },
    { label: t('head'), value: head_seq === null ? '–' : format.count(head_seq) },
    { label: t('checked_at'), value: format.dateTime(checked_at) },
  ]
  const title = wrong.length === 1 ? t('wrong_one') : t('wrong', { count: format.count(wrong.length) })
  return (
    <>
      <div className={sound ? 'notice success' : 'notice danger'}>
        <h2>{sound ? t('sound') : title}</h2>
        {!sound && <Wrongs wrong={wrong} />}
      </div>
      <div className="card">
        <Facts facts={facts} />
      </div>
    </>
  )
}

function Wrongs({ wrong }: Pick<Proof, 'wrong'>) {
  const t = useTranslations('audit.chain')
  return (
    <>
      <ul className="lines points gap-4 breaks" style={{ marginBlock: 8 }}>
        {wrong.map(({ seq, audit_id, what }) => (
          <li key={`${seq} ${audit_id} ${what}`}>
            {seq === null ? t('unnumbered') : t('number', { seq: format.count(seq) })} · {t(`what.${what}`)}
            {audit_id && <code className="mono"> {audit_id}</code>}
          </li>
        ))}
      </ul>
      <p>{t('wrong_hint')}</p>
    </>
  )
}
