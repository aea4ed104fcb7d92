// Gives devices to a customer, many at once. Devices are chosen in the list of unassigned devices; the field for the customer then appears above it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Output, query, useCall, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useDeviceColumns } from './use-labels.tsx'

export default function DevicesAssign() {
  const t = useTranslations('devices')
  const isPlatform = useUser().account_role === accountRole.superadmin
  const { tag, serial, since } = useDeviceColumns()
  const [{ customer = '' }] = useUrlState()
  return (
    <div className="stack">
      <PageTitle />
      <p className="muted">{t(isPlatform ? 'assign_hint_platform' : 'assign_hint')}</p>
      <ListPage
        bare
        call="devicesAssignedList"
        columns={[tag, serial, since]}
        rowKey={(row) => row.device_id}
        input={{ filters: { here: true } }}
        searchLabel={t('search')}
        sort="tag"
        bulk={({ ids, clear }) => <Give key={customer} device_ids={ids} first={customer} done={clear} />}
        nothing={{ title: t('none_free'), hint: t(isPlatform ? 'none_free_platform' : 'none_free_hint') }}
      />
    </div>
  )
}

const optionOf = ({ customer_id, name, city }: Row<'customerSearch'>) => ({ value: customer_id, label: city ? `${name}, ${city}` : name })

const refresh = ['devicesAssignedList', 'devicesList'] as const

type Bound = 'as_is' | 'yes' | 'no'

function Give({ device_ids, first, done }: { device_ids: readonly string[]; first: string; done: () => void }) {
  const t = useTranslations('devices')
  const field = useTranslations('fields')
  const isPlatform = useUser().account_role === accountRole.superadmin
  const [customer_id, setCustomer] = useState(first)
  const named = useQuery({ ...query('customerSearch', { customer_id: first }), enabled: first !== '' })
  const [bound, setBound] = useState<Bound>('as_is')
  const assign = useCall('devicesAssign', {
    refresh,
    done(said) {
      offer(said)
      done()
    },
  })
  const label = field(isPlatform ? 'tenant' : 'customer')
  const bind = bound === 'as_is' ? {} : { bind: bound === 'yes' }
  function offer({ given, bound: hasBound }: Output<'devicesAssign'>) {
    const back = given.map(({ device_id, tag }) => step('devicesUnassign', { device_id, still_customer_id: customer_id }, tag))
    const unbind = hasBound ? [step('devicesAssign', { customer_id, bind: bound !== 'yes' })] : []
    offerUndo({ steps: [...back, ...unbind], rows: given.length, refresh })
  }
  return (
    <div className="stack narrow">
      <Combobox
        {...{ id: 'assign-customer', label, value: customer_id, onBlur: () => undefined, error: undefined, required: true }}
        onChange={(value) => setCustomer(String(value))}
        call="customerSearch"
        input={isPlatform ? { account_role: accountRole.reseller } : {}}
        option={optionOf}
        known={named.data?.content.map(optionOf)[0]}
      />
      {!isPlatform && (
        <Choices
          label={field('devices_only')}
          value={bound}
          choices={(['as_is', 'yes', 'no'] as const).map((value) => ({ value, label: t(`bound.${value}`) }))}
          choose={setBound}
        />
      )}
      <Refusal error={assign.error} changes />
      <div className="row">
        <Button disabled={!customer_id || assign.isPending} onClick={() => assign.mutate({ device_ids: [...device_ids], customer_id, ...bind })}>
          {t('assign_count', { n: device_ids.length, count: format.count(device_ids.length) })}
        </Button>
      </div>
    </div>
  )
}
