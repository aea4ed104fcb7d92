// The last twenty sales that the user may see, with buttons to reprint and to claim them where this is allowed. The key C claims the focused sale, or the
// newest if none is focused.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { isKey } from '../../../kit/base/keys.ts'
import { loadArea } from '../../../kit/base/language.tsx'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import styles from './sale.module.css'

const SHOWN = 20

/** Claims and their texts are loaded when a sale is claimed. */
const ClaimDialog = lazy(async () => {
  await loadArea('reclamations')
  return { default: (await import('../../sales/reclamations/ClaimDialog.tsx')).ClaimDialog }
})

export function LastSales({ onReprint, onClose }: { onReprint: (sale_id: string) => void; onClose: () => void }) {
  const t = useTranslations('counter.last')
  const word = useTranslations('house.words')
  const user = useUser()
  // A cashier sees only the sales that this cashier made.
  const list = useQuery({ ...query(can(user, 'salesList') ? 'salesList' : 'ownSalesList', { limit: SHOWN, filters: { kind: 'sale' } }), staleTime: 0 })
  const mayClaim = can(user, 'reclaimSubmit')
  const [{ letter_keys }] = usePreferences()
  const [claiming, setClaiming] = useState<string>()
  const sales = list.data?.content ?? []
  function onKey(event: KeyboardEvent) {
    if (!mayClaim || !letter_keys || event.repeat || !isKey(event, 'claim')) return
    // Otherwise the letter C would also be typed into the field that gets the focus next.
    event.preventDefault()
    const focused = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-sale]')?.dataset['sale'] : undefined
    setClaiming(focused ?? sales[0]?.sale_id)
  }
  if (claiming)
    return (
      <Suspense>
        <ClaimDialog sale_id={claiming} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog onClose={onClose} title={t('title')} wide onKey={onKey}>
      {list.isPending && <p className="muted">{word('loading')}</p>}
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.data && sales.length === 0 && <p>{t('none')}</p>}
      <ul className={`lines ${styles.last}`}>
        {sales.map((sale) => (
          <li key={sale.sale_id} className="row" data-sale={sale.sale_id}>
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
                {word('print')}
              </Button>
            )}
            {mayClaim && (
              <Button
                variant="subtle"
                h={56}
                onClick={() => setClaiming(sale.sale_id)}
                aria-label={t('claim_of', { product: `${sale.product_name} ${format.time(sale.created_at)}` })}
              >
                {t('claim')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
