// A plan's name, which is given once.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import type { Row } from '../../kit/list-state.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

type Plan = Pick<Row<'plansList'>, 'discount_plan_id' | 'plan_name'>

export function PlanRename({ plan }: { plan: Plan }) {
  const t = useTranslations('prices')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('rename')}
      </Button>
      {isOpen && (
        <Dialog title={t('rename')} onClose={() => setOpen(false)}>
          <RenameForm plan={plan} done={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function RenameForm({ plan: { discount_plan_id, plan_name }, done }: { plan: Plan; done: () => void }) {
  const t = useTranslations('prices')
  const form = useCallForm('planUpdate', {
    labels: { plan_name: t('name') },
    values: { discount_plan_id, plan_name },
    refresh: ['plansList', 'customersListShort'],
    send: (input) => ask('planUpdate', input),
    done,
  })
  return (
    <CallForm form={form} submit={t('save')}>
      <TextField {...form.field('plan_name')} autoFocus />
    </CallForm>
  )
}
