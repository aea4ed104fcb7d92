// At the end of the page: stopping a supplier first shows what that leaves without a supplier. Starting it again asks nothing.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import type { Row } from '../../kit/list-state.ts'
import { Refusal } from '../../kit/Refusal.tsx'
import styles from './suppliers.module.css'

export function StopSupplier({ supplier }: { supplier: Row<'suppliersList'> }) {
  const t = useTranslations('goods.suppliers.stop')
  const [isAsking, setAsking] = useState(false)
  const call = useCall('supplierUpdate', { refresh: ['suppliersList'], done: () => setAsking(false) })
  const { supplier_id, company, products_only } = supplier
  const effect = products_only > 0 ? t('only', { count: products_only }) : t('only_none')
  const set = (status: boolean) => call.mutate({ supplier_id, status })
  return (
    <section className={`card ${styles.danger}`} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="muted">{supplier.status ? `${t('effect')} ${effect}` : t('stopped')}</p>
      <Refusal error={call.error} changes />
      {supplier.status ? (
        <Button color="danger" variant="outline" onClick={() => setAsking(true)}>
          {t('stop')}
        </Button>
      ) : (
        <Button variant="default" disabled={call.isPending} onClick={() => set(true)}>
          {t('start')}
        </Button>
      )}
      {isAsking && (
        <Confirm title={t('ask', { company })} confirm={t('stop')} danger busy={call.isPending} onConfirm={() => set(false)} onClose={() => setAsking(false)}>
          <p>{t('effect')}</p>
          <p>{effect}</p>
        </Confirm>
      )}
    </section>
  )
}
