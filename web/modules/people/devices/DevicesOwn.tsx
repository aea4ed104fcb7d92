// The devices of the user's organisation, and the customers who have them. A shop has no customers to whom it could give devices.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import type { Filter } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { TakeBack } from './TakeBack.tsx'
import { useDeviceColumns, usePairedFilter } from './use-labels.tsx'

export default function DevicesOwn() {
  const t = useTranslations('devices')
  const word = useTranslations('words')
  const screen = useTranslations('house.screens')
  const { tag, serial, customer, since, seen, paired } = useDeviceColumns()
  const isPaired = usePairedFilter()
  const isShop = useUser().account_role === accountRole.seller
  const here: Filter = { name: 'here', label: t('here'), options: [{ value: '1', label: t('here'), is: true }] }
  return (
    <ListPage
      call="devicesAssignedList"
      columns={isShop ? [tag, serial, since, seen, paired] : [tag, serial, customer, since, seen, paired]}
      rowKey={(row) => row.device_id}
      link={(row) => (row.customer_id ? `/customer/devices/${row.customer_id}` : undefined)}
      filters={isShop ? [isPaired] : [here, isPaired]}
      searchLabel={t('search')}
      sort="tag"
      {...(!isShop && { bulk: ({ ids, clear }) => <TakeBack device_ids={ids} done={clear} /> })}
      actions={
        <Button component={Link} to={isShop ? '/device/pair' : '/assign/devices/'}>
          {screen(isShop ? 'device_pair' : 'devices_assign')}
        </Button>
      }
      nothing={{ title: word('no_devices_yet'), hint: t('nothing_own_hint') }}
    />
  )
}
