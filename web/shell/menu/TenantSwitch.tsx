// The choice of the reseller whose tenant the platform views.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import { useTenantChoice } from '../../kit/base/choose-tenant.ts'

export default function TenantSwitch() {
  const t = useTranslations('house.shell')
  const { data } = useQuery(query('tenantsList', {}))
  const choose = useTenantChoice()
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
