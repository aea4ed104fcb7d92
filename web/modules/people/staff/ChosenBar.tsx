// The number of chosen rows, the buttons for actions on them, and the outcome of the last action.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './staff.module.css'
import type { Chosen } from './use-chosen.ts'

export function ChosenBar({ chosen: { chosen, call, send, action } }: { chosen: Chosen }) {
  const t = useTranslations('staff.assign')
  const word = useTranslations('house.words')
  const changed = call.data?.changed
  return (
    <>
      <Refusal error={call.error} changes />
      <div className="row">
        <Button variant={action === 'assign' ? 'filled' : 'default'} disabled={chosen.length === 0 || call.isPending} onClick={send}>
          {action === 'assign' ? t('assign') : word('remove')}
        </Button>
        <span>{t('chosen', { n: chosen.length, count: format.count(chosen.length) })}</span>
        <span role="status" className="muted">
          {changed !== undefined && chosen.length === 0 && t(`done_${action}`, { n: changed, count: format.count(changed) })}
        </span>
      </div>
    </>
  )
}

export function ChooseBox({ id, name, chosen: { chosen, toggle } }: { id: string; name: string; chosen: Chosen }) {
  const t = useTranslations('staff.assign')
  return (
    <label className={styles.checkBox}>
      <span className="hidden-visually">{t('choose', { name })}</span>
      <input type="checkbox" className="check" checked={chosen.includes(id)} onChange={() => toggle(id)} />
    </label>
  )
}
