// The choice of the reseller whose tenant the platform views.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import { useTenantChoice } from '../../kit/base/choose-tenant.ts'
import { useUrlState } from '../../kit/base/url.ts'
import styles from './menus.module.css'

export default function TenantSwitch() {
  const t = useTranslations('house.shell')
  const { data } = useQuery(query('tenantsList', {}))
  const choose = useTenantChoice()
  const [, change] = useUrlState()
  const chosen = data?.content.find((tenant) => tenant.chosen)
  if (!data) return null
  return (
    <select
      className={`surface control ${styles.select}`}
      aria-label={t('tenant')}
      disabled={choose.isPending}
      value={String(chosen?.tenant_id ?? '')}
      onChange={(event) =>
        choose.mutate({ tenant_id: Number(event.currentTarget.value) }, { onSuccess: () => change({ tenants: undefined, page: undefined }) })
      }
    >
      {!chosen && <option value="">{t('tenant')}</option>}
      {data.content.map(({ tenant_id, name }) => (
        <option key={tenant_id} value={tenant_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
