// Renames a plan. No two plans of one owner have the same name.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'

type Plan = Pick<Row<'plansList'>, 'discount_plan_id' | 'plan_name'>

export function PlanRename({ plan }: { plan: Plan }) {
  const t = useTranslations('prices')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('rename')}
      </Button>
      {isOpen && <RenameDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}

function RenameDialog({ plan: { discount_plan_id, plan_name }, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useTranslations('prices')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const options = { labels: { plan_name: field('name') }, refresh: ['plansList', 'customersListShort'], done: onClose } as const
  const form = useEditForm('planUpdate', { discount_plan_id, plan_name }, options)
  return (
    <FormDialog title={t('rename')} form={form} submit={word('save')} onClose={onClose}>
      <TextField {...form.fields.plan_name} autoFocus />
    </FormDialog>
  )
}
