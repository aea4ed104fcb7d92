// The shop's last twenty sales, each of which can be reprinted.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Failed } from '../../kit/page/Empty.tsx'
import styles from './sale.module.css'

const SHOWN = 20

export function LastSales({ onReprint, onClose }: { onReprint: (sale_id: string) => void; onClose: () => void }) {
  const t = useTranslations('selling.last')
  const list = useQuery({ ...query('salesList', { limit: SHOWN }), staleTime: 0 })
  return (
    <Dialog onClose={onClose} title={t('title')} wide>
      {list.isPending && <p className="muted">{t('loading')}</p>}
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.data?.content.length === 0 && <p>{t('none')}</p>}
      <ul className={`lines ${styles.last}`}>
        {list.data?.content.map((sale) => (
          <li key={sale.sale_id}>
            <span>
              <b>{`${sale.quantity} × ${sale.product_name} ${format.money(sale.value)}`}</b>
              <br />
              <span className="muted">{`${format.dateTime(sale.created_at)} · •••• ${sale.pin_last4}${sale.copies > 0 ? ` · ${t('copies', { count: format.count(sale.copies) })}` : ''}`}</span>
            </span>
            {sale.may_reprint && (
              <Button
                variant="default"
                h={56}
                onClick={() => onReprint(sale.sale_id)}
                aria-label={t('reprint', { product: `${sale.product_name} ${format.time(sale.created_at)}` })}
              >
                {t('print')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
