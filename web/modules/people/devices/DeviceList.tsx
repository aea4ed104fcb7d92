// The platform's list of all devices. Below it: how many are free, assigned, broken and lost.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { deviceStatuses } from '../../../../contract/people/devices.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TakeBack } from './TakeBack.tsx'
import { useDeviceColumns, usePairedFilter } from './use-labels.tsx'

export default function DeviceList() {
  const t = useTranslations('devices')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const { tag, serial, status, reseller, customer, since, seen, paired } = useDeviceColumns()
  const options = deviceStatuses.map((value) => ({ value, label: t(`statuses.${value}`), is: value }))
  return (
    <ListPage
      call="devicesList"
      columns={[tag, serial, status, reseller, customer, since, seen, paired]}
      rowKey={(row) => row.device_id}
      link={(row) => `/device/edit/${row.device_id}`}
      filters={[{ name: 'status', label: field('state'), options }, usePairedFilter()]}
      searchLabel={t('search')}
      sort="tag"
      below={({ counts }) => <StatusBar counts={counts} />}
      bulk={({ ids, clear }) => <TakeBack device_ids={ids} done={clear} />}
      actions={<AddButton />}
      nothing={{ title: word('no_devices_yet'), hint: t('nothing_hint'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const screen = useTranslations('house.screens')
  return (
    <Button component={Link} to="/device/add">
      {screen('device_add')}
    </Button>
  )
}
