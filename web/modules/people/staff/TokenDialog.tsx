// A single-use token for somebody's next sign-in on a new device; it is shown only once.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './staff.module.css'

export function TokenDialog({ person, onClose }: { person: Staff; onClose: () => void }) {
  const t = useTranslations('staff.token')
  const word = useTranslations('house.words')
  const issue = useCall('loginTokenIssue')
  return (
    <Dialog title={t('title', { name: person.full_name || person.username })} onClose={onClose}>
      <div className="stack">
        <p>{t('text')}</p>
        <Refusal error={issue.error} changes />
        {issue.data && (
          <output className="stack">
            <span className="row">
              <span className={`mono breaks ${styles.token}`}>{issue.data.token}</span>
              <Copy text={issue.data.token} />
            </span>
            <span>{t('shown', { time: format.dateTime(issue.data.expires_at) })}</span>
          </output>
        )}
        <div className="row">
          {issue.data ? (
            <Button onClick={onClose}>{word('done')}</Button>
          ) : (
            <Button disabled={issue.isPending} onClick={() => issue.mutate({ user_id: person.user_id })}>
              {t('create')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
