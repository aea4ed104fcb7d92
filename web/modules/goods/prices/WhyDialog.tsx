// Why a customer pays this price: the sources that may decide it, the source that does, and the price at each hop (step of the price chain). For the user's own
// price only the deciding source is shown.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { SelectField } from '../../../kit/form/fields.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import styles from './prices.module.css'
import type { PriceQuestion } from './WhyPrice.tsx'

export default function WhyDialog({ customer_id, configuration_id, values = [], onClose }: PriceQuestion & { onClose: () => void }) {
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const [chosen, choose] = useState(configuration_id)
  const options = values.map((one) => ({ value: one.configuration_id, label: format.money(one.value) }))
  return (
    <Dialog title={word('why_this_price')} onClose={onClose}>
      <div className={`stack ${styles.why}`}>
        {options.length > 1 && (
          <SelectField
            id="why-value"
            label={field('value')}
            value={chosen}
            onChange={(value) => choose(String(value))}
            onBlur={() => undefined}
            error={undefined}
            required
            options={options}
          />
        )}
        <Explained customer_id={customer_id} configuration_id={chosen} />
      </div>
    </Dialog>
  )
}

function Explained(asked: Pick<PriceQuestion, 'customer_id' | 'configuration_id'>) {
  const wordOf = useTranslations('house.words')
  const why = useQuery(query('priceWhy', asked))
  if (why.isError) return <Failed error={why.error} retry={() => why.refetch()} />
  return why.data ? <Ladder why={why.data} /> : <p role="status">{wordOf('loading')}</p>
}

function Ladder({ why }: { why: Output<'priceWhy'> }) {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  return (
    <>
      <p>
        {why.customer_name}, {why.product_name}
      </p>
      <p style={{ fontSize: 18 }}>
        {why.price === null || why.discount === null ? (
          <b>{houseWord('not_on_offer')}</b>
        ) : (
          <>
            {format.money(why.value)} − {format.percent(why.discount)} = <b>{format.moneyExact(why.price)}</b>
          </>
        )}
      </p>
      <ol className={`lines ${styles.rungs}`}>
        {why.rungs.map((rung) => (
          <li key={rung.source} className="row gap-8" data-holds={rung.holds || undefined}>
            <span>
              {t(`sources.${rung.source}`)}
              {rung.name && <span className="muted"> · {rung.name}</span>}
            </span>
            <span className="push">{rung.discount === null ? '–' : format.percent(rung.discount)}</span>
            {rung.holds && <span className={rung.is_enabled ? 'badge success' : 'badge warning'}>{rung.is_enabled ? t('holds') : word('hidden')}</span>}
          </li>
        ))}
      </ol>
      {why.rungs.length > 1 && <p className="muted">{t('why_hint')}</p>}
      {why.hops.length > 0 && (
        <ul className={`lines ${styles.rungs}`}>
          {why.hops.map((hop) => (
            <li key={hop.organisation_name} className="row gap-8">
              {t('pays', { name: hop.organisation_name })}
              <span className="push">
                {format.moneyExact(hop.price)} ({format.percent(hop.discount)})
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
