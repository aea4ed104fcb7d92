// A figure of a reseller, which links to the screen about that figure. A press first chooses the reseller, because screens show the reseller that the platform
// is viewing.

import type { ReactNode } from 'react'
import { useTenantChoice } from '../../../kit/base/choose-tenant.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import styles from './platform.module.css'
import type { Tenant } from './use-tenants.ts'

type Props = { tenant: Pick<Tenant, 'tenant_id' | 'name' | 'chosen'>; to: string; label?: string; className?: string; children: ReactNode }

export function TenantLink({ tenant: { tenant_id, name, chosen }, to, label, className = '', children }: Props) {
  const navigate = useNavigate()
  const choose = useTenantChoice()
  const open = () => void navigate(to)
  return (
    <>
      <button
        type="button"
        className={`bare ${styles.link} ${className}`}
        disabled={choose.isPending}
        aria-label={label && `${name}: ${label}`}
        onClick={() => (chosen ? open() : choose.mutate({ tenant_id }, { onSuccess: open }))}
      >
        {children}
      </button>
      {choose.isError && <Refusal error={choose.error} />}
    </>
  )
}
