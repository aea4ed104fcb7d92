// Why a customer pays this price: the four rungs, the one that applies, and what everybody on the way pays.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../kit/api.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import styles from './prices.module.css'

type Props = { customer_id: string; configuration_id: string; name: string }

export function WhyPrice({ name, ...asked }: Props) {
  const t = useTranslations('prices')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`${t('why')}: ${name}`} onClick={() => setOpen(true)}>
        {t('why')}
      </Button>
      {isOpen && (
        <Dialog title={t('why')} onClose={() => setOpen(false)}>
          <Explained {...asked} />
        </Dialog>
      )}
    </>
  )
}

function Explained(asked: Omit<Props, 'name'>) {
  const wait = useTranslations('house.list')
  const why = useQuery(query('priceWhy', asked))
  if (why.isError) return <Failed error={why.error} retry={() => why.refetch()} />
  return why.data ? <Ladder why={why.data} /> : <p role="status">{wait('loading')}</p>
}

function Ladder({ why }: { why: Output<'priceWhy'> }) {
  const t = useTranslations('prices')
  return (
    <div className="stack">
      <p>
        {why.customer_name}, {why.product_name}
      </p>
      <p className={styles.sum}>
        {why.price === null || why.discount === null ? (
          <b>{t('off')}</b>
        ) : (
          <>
            {format.money(why.value)} − {format.percent(why.discount)} = <b>{format.moneyExact(why.price)}</b>
          </>
        )}
      </p>
      <ol className={styles.rungs}>
        {why.rungs.map((rung) => (
          <li key={rung.source} data-holds={rung.holds || undefined}>
            <span>
              {t(`sources.${rung.source}`)}
              {rung.name && <span className="muted"> · {rung.name}</span>}
            </span>
            <span className="push">{rung.discount === null ? '–' : format.percent(rung.discount)}</span>
            {rung.holds && <span className={rung.is_enabled ? 'badge success' : 'badge warning'}>{rung.is_enabled ? t('holds') : t('hidden')}</span>}
          </li>
        ))}
      </ol>
      <p className="muted">{t('why_hint')}</p>
      <ul className={styles.rungs}>
        {why.hops.map((hop) => (
          <li key={hop.organisation_name}>
            {t('pays', { name: hop.organisation_name })}
            <span className="push">
              {format.moneyExact(hop.price)} ({format.percent(hop.discount)})
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
