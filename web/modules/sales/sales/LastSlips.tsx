// A shop's last sales, each with a button to reprint its slip.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { loadArea } from '../../../kit/base/language.tsx'
import type { Row } from '../../../kit/base/list-state.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import styles from './dashboard.module.css'
import { REFRESH_MS } from './use-parts.ts'

const SHOWN = 5

/** The slip and its texts belong to the till and are loaded when a slip is requested. */
const Reprint = lazy(async () => {
  await Promise.all([loadArea('selling'), loadArea('printers')])
  return { default: (await import('./Reprint.tsx')).Reprint }
})

export function LastSlips() {
  const t = useTranslations('sales')
  const word = useTranslations('words')
  const cache = useQueryClient()
  const [reprinting, setReprinting] = useState<string>()
  const asked = useQuery({ ...query('salesList', { limit: SHOWN, filters: { kind: 'sale' } }), refetchInterval: REFRESH_MS })
  function end() {
    setReprinting(undefined)
    cache.invalidateQueries({ queryKey: ['salesList'] })
  }
  return (
    <>
      <Widget of={asked}>
        {({ content }) => (
          <section className="card stack">
            <h2>{t('dashboard.last_slips')}</h2>
            {content.length === 0 && <p className="muted">{word('no_sale_in_this_period')}</p>}
            <ul className={`lines gap-12 ${styles.actions}`}>
              {content.map((sale) => (
                <Slip key={sale.line_id} sale={sale} reprint={setReprinting} />
              ))}
            </ul>
          </section>
        )}
      </Widget>
      <Suspense>{reprinting && <Reprint key={reprinting} sale_id={reprinting} onEnd={end} />}</Suspense>
    </>
  )
}

function Slip({ sale, reprint }: { sale: Row<'salesList'>; reprint: (sale_id: string) => void }) {
  const word = useTranslations('house.words')
  const named = useNamed()
  const day = format.berlinDay(new Date(sale.created_at))
  const goods = `${sale.quantity} × ${sale.product_name} ${format.money(sale.value)}`
  return (
    <li className="abreast gap-12">
      <InnerLink to={`/seller/sales?period=custom&from=${day}&to=${day}&sale=${sale.sale_id}`}>{goods}</InnerLink>
      <span className={`muted ${styles.when}`}>{day === format.berlinDay() ? format.time(sale.created_at) : format.dateTime(sale.created_at)}</span>
      {sale.may_reprint && (
        <Button
          size="xs"
          variant="default"
          aria-label={named(word('reprint'), `${goods} ${format.time(sale.created_at)}`)}
          onClick={() => reprint(sale.sale_id)}
        >
          {word('reprint')}
        </Button>
      )}
    </li>
  )
}
