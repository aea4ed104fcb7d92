// The devices of one customer, with buttons to pair a browser with a device and to take devices back.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { NoSuchPage } from '../../../kit/page/OnePage.tsx'
import { Link, useParams } from '../../../kit/router/Pages.tsx'
import { PairingDialog } from './PairingDialog.tsx'
import { TakeBack } from './TakeBack.tsx'
import { type Device, useDeviceColumns } from './use-labels.tsx'

export default function CustomerDevices() {
  const t = useTranslations('devices')
  const screen = useTranslations('house.screens')
  const named = useNamed()
  const { customerId = '' } = useParams()
  const found = useQuery(query('customerSearch', { customer_id: customerId }))
  const [customer] = found.data?.content ?? []
  const [pairing, setPairing] = useState<Device>()
  const { tag, serial, status, since, seen, paired } = useDeviceColumns()
  const assign = (
    <Button component={Link} to={`/assign/devices/?${new URLSearchParams({ customer: customerId })}`}>
      {screen('devices_assign')}
    </Button>
  )
  const actions = (row: Device) => (
    <span className="row">
      {row.customer_id && (
        <Button size="xs" variant="default" onClick={() => setPairing(row)} aria-label={named(t('pair'), row.tag)}>
          {t('pair')}
        </Button>
      )}
      <TakeBack device_ids={[row.device_id]} label={row.tag} />
    </span>
  )
  if (found.isSuccess && !customer) return <NoSuchPage />
  return (
    <>
      <ListPage
        call="devicesAssignedList"
        title={customer && t('of_customer', { name: customer.name })}
        columns={[tag, serial, status, since, seen, paired, { key: 'action', field: null, cell: actions }]}
        rowKey={(row) => row.device_id}
        input={{ filters: { customer_id: customerId } }}
        searchLabel={t('search')}
        sort="tag"
        actions={assign}
        nothing={{ title: t('nothing_customer'), hint: t('nothing_customer_hint'), action: assign }}
      />
      {pairing && <PairingDialog device={pairing} onClose={() => setPairing(undefined)} />}
    </>
  )
}
