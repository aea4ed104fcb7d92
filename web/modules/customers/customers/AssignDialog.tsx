// Makes a member of staff responsible for the chosen customers.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { assignmentRefresh, offerAssignmentBack } from '../../people/staff/staff.ts'

type Props = { customer_ids: readonly string[]; onClose: () => void; done: () => void }

export function AssignDialog({ customer_ids, onClose, done }: Props) {
  const t = useTranslations('customers.list')
  const field = useTranslations('fields')
  const [user_id, setPerson] = useState('')
  const assign = useCall('staffAssign', {
    refresh: assignmentRefresh,
    done({ changed_ids }) {
      offerAssignmentBack(user_id, 'assign', changed_ids)
      done()
      onClose()
    },
  })
  return (
    <Dialog title={t('assign_many', { n: customer_ids.length, count: format.count(customer_ids.length) })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (user_id) assign.mutate({ user_id, customer_ids: [...customer_ids] })
        }}
      >
        <Combobox
          {...{ id: 'assign-person', label: field('person'), value: user_id, onBlur: () => undefined, error: undefined, required: true }}
          onChange={(value) => setPerson(String(value ?? ''))}
          call="staffList"
          input={{ filters: { own: true, is_active: true } }}
          option={({ user_id: value, full_name, username }) => ({ value, label: full_name ? `${full_name} (${username})` : username })}
        />
        <Refusal error={assign.error} changes />
        <div className="row">
          <Button type="submit" disabled={!user_id || assign.isPending}>
            {t('assign')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
