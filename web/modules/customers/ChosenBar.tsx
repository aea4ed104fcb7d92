// What can be done with the rows that are ticked.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import styles from './customers.module.css'
import { PlanDialog } from './PlanDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import type { Chosen, Ticked } from './use-chosen.ts'

export function ChosenBar({ chosen: { chosen, clear } }: { chosen: Chosen }) {
  const t = useTranslations('people')
  const user = useUser()
  const [open, setOpen] = useState<'status' | 'plan'>()
  const ids = chosen.map(({ customer_id }) => customer_id)
  const close = () => setOpen(undefined)
  if (chosen.length === 0) return null
  return (
    <div className={`row ${styles.bar}`}>
      <span role="status">{t('list.chosen', { n: chosen.length, count: format.count(chosen.length) })}</span>
      <Button variant="default" size="xs" onClick={() => setOpen('status')}>
        {t('status.stop')}
      </Button>
      {can(user, 'assignedChange') && (
        <Button variant="default" size="xs" onClick={() => setOpen('plan')}>
          {t('list.plan_give')}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={clear}>
        {t('list.choose_none')}
      </Button>
      {open === 'status' && <StatusDialog customer_ids={ids} name={chosen[0]?.name ?? ''} is_active={false} onClose={close} done={clear} />}
      {open === 'plan' && <PlanDialog customer_ids={ids} onClose={close} done={clear} />}
    </div>
  )
}

export function ChooseBox({ row, chosen }: { row: Ticked; chosen: Chosen }) {
  const t = useTranslations('people.list')
  return (
    <label className={styles.checkBox}>
      <span className="hidden-visually">{t('choose', { name: row.name })}</span>
      <input type="checkbox" className={styles.check} checked={chosen.has(row.customer_id)} onChange={() => chosen.toggle(row)} />
    </label>
  )
}
