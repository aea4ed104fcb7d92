// The third step of signing in: a manager approves this device. The user reads a code to the manager, and the page shows the number that the manager has to
// type.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { time } from '../../../kit/base/format.ts'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import styles from './auth.module.css'
import { DoorPage } from './DoorPage.tsx'
import type { StepProps } from './step-calls.ts'
import { useApproval } from './use-approval.ts'

export function ApprovalStep({ underWay: { at }, ...props }: StepProps) {
  const t = useTranslations('entry.approval')
  const refused = useTranslations('errors.refusals')('approval_refused')
  const state = useApproval(at, props)
  const isOver = typeof state === 'object'
  return (
    <DoorPage title={isOver ? refused : t('title')}>
      {isOver ? (
        <div className="stack">
          {state.refused && <p>{t('reason', { reason: state.refused })}</p>}
          <Phone />
          <Button size="md" onClick={() => props.over()}>
            {t('again')}
          </Button>
        </div>
      ) : (
        <Waiting at={at} isSilent={state === 'no_answer'} over={props.over} />
      )}
    </DoorPage>
  )
}

function Waiting({ at, isSilent, over }: { at: SignIn; isSilent: boolean; over: StepProps['over'] }) {
  const t = useTranslations('entry.approval')
  const code = useTranslations('entry.code')
  const text = useTranslations('entry.further')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus()
  }, [])
  return (
    <div className={`stack ${styles.waiting}`} ref={place} tabIndex={-1}>
      <p>{t('ask')}</p>
      <dl className={`stack gap-4 ${styles.approval}`}>
        <dt className="muted">{t('code')}</dt>
        <dd className="row">
          <span className={`mono strong ${styles.big}`}>{at.approval_code}</span>
          <Copy text={at.approval_code} label={t('copy')} done={text('copied')} name={at.approval_code} />
        </dd>
        <dt className="muted">{t('number')}</dt>
        <dd className="row">
          <span className={`mono strong ${styles.big} ${styles.number}`}>{at.approval_number}</span>
        </dd>
      </dl>
      <p role="status" className={isSilent ? 'notice warning' : 'muted quiet'}>
        {isSilent && t('no_answer')}
      </p>
      <Phone />
      {at.expires_at && <p className="muted">{t('until', { time: time(at.expires_at) })}</p>}
      <button type="button" className={`bare ${styles.plain}`} onClick={() => over()}>
        {code('other_account')}
      </button>
    </div>
  )
}

/** The telephone number of the organisation's support; nothing is shown if support has no number. */
function Phone() {
  const t = useTranslations('entry.approval')
  const text = useTranslations('entry.further')
  const { support } = useOrganisation()
  if (!support?.phone) return null
  return (
    <div className="row">
      <span>
        {support.name} <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{support.phone}</a>
      </span>
      <Copy text={support.phone} label={t('copy')} done={text('copied')} name={support.phone} />
    </div>
  )
}
