// The platform views one reseller's tenant at a time; another choice reloads everything shown.
import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../kit/base/api.ts'

export default function TenantSwitch() {
  const t = useTranslations('house.shell')
  const cache = useQueryClient()
  const { data } = useQuery(query('tenantsList', {}))
  const choose = useCall('tenantChoose', { done: () => cache.invalidateQueries() })
  const chosen = data?.content.find((tenant) => tenant.chosen)
  if (!data) return null
  return (
    <NativeSelect
      aria-label={t('tenant')}
      disabled={choose.isPending}
      value={String(chosen?.tenant_id ?? '')}
      data={[
        ...(chosen ? [] : [{ value: '', label: t('tenant') }]),
        ...data.content.map((tenant) => ({ value: String(tenant.tenant_id), label: tenant.name })),
      ]}
      onChange={(event) => choose.mutate({ tenant_id: Number(event.currentTarget.value) })}
    />
  )
}
