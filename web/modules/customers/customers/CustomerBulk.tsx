// Buttons for actions on the customers chosen in the list: suspend, reactivate, give a plan, assign to staff, set an option, remind.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { OptionDialog } from './OptionDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'

type Props = { ids: readonly string[]; clear: () => void }

export function CustomerBulk({ ids, clear }: Props) {
  const t = useTranslations('customers')
  const user = useUser()
  const [open, setOpen] = useState<'stop' | 'restart' | 'plan' | 'assign' | 'option' | 'remind'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen('stop')}>
        {t('status.stop')}
      </Button>
      <Button variant="default" size="xs" onClick={() => setOpen('restart')}>
        {t('status.restart')}
      </Button>
      {can(user, 'assignedChange') && (
        <Button variant="default" size="xs" onClick={() => setOpen('plan')}>
          {t('list.plan_give')}
        </Button>
      )}
      {can(user, 'staffAssign') && (
        <Button variant="default" size="xs" onClick={() => setOpen('assign')}>
          {t('list.assign')}
        </Button>
      )}
      {can(user, 'customerExtra') && (
        <Button variant="default" size="xs" onClick={() => setOpen('option')}>
          {t('list.option')}
        </Button>
      )}
      {can(user, 'creditRemind') && (
        <Button variant="default" size="xs" onClick={() => setOpen('remind')}>
          {t('remind.open')}
        </Button>
      )}
      {(open === 'stop' || open === 'restart') && <StatusDialog customer_ids={ids} is_active={open === 'restart'} onClose={close} done={clear} />}
      {open === 'remind' && <RemindDialog customer_ids={ids} onClose={close} done={clear} />}
      {open === 'assign' && <AssignDialog customer_ids={ids} onClose={close} done={clear} />}
      {open === 'option' && <OptionDialog customer_ids={ids} onClose={close} done={clear} />}
      {open === 'plan' && <PlanDialog customer_ids={ids} onClose={close} done={clear} />}
    </>
  )
}
