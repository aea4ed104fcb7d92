// The devices this organisation has, and the customers they stand at.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Filter } from '../../kit/list-state.ts'
import { TakeBack } from './TakeBack.tsx'
import { useDeviceColumns, usePairedFilter } from './use-labels.tsx'

export default function DevicesOwn() {
  const t = useTranslations('devices')
  const { tag, serial, customer, since, seen, paired } = useDeviceColumns()
  const here: Filter = { name: 'here', label: t('here'), options: [{ value: '1', label: t('here'), is: true }] }
  return (
    <ListPage
      call="devicesAssignedList"
      columns={[tag, serial, customer, since, seen, paired]}
      rowKey={(row) => row.device_id}
      link={(row) => (row.customer_id ? `/customer/devices/${row.customer_id}` : undefined)}
      filters={[here, usePairedFilter()]}
      searchLabel={t('search')}
      sort="tag"
      bulk={({ ids, clear }) => <TakeBack device_ids={ids} done={clear} />}
      actions={
        <Button component={Link} to="/assign/devices/">
          {t('assign')}
        </Button>
      }
      nothing={{ title: t('nothing_own'), hint: t('nothing_own_hint') }}
    />
  )
}
