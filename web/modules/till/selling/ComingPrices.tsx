// Coming prices that the reseller announces: a line at the top of the till, which opens the list.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'

/** Coming prices hold from tomorrow at the earliest and are usually entered days ahead, so reading them every half hour is enough. */
const FRESH_MS = 30 * 60_000

type Day = Output<'comingPrices'>['days'][number]

export function ComingPrices() {
  const t = useTranslations('counter.coming')
  const [isOpen, setOpen] = useState(false)
  const days = useQuery({ ...query('comingPrices', {}), staleTime: FRESH_MS }).data?.days ?? []
  const [first] = days
  if (!first) return null
  return (
    <div className="row">
      <Button variant="light" mih={44} onClick={() => setOpen(true)}>
        {t('title', { day: format.day(first.valid_from) })}
      </Button>
      {isOpen && (
        <Dialog title={t('title', { day: format.day(first.valid_from) })} wide onClose={() => setOpen(false)}>
          <div className="stack">
            {days.map((day) => (
              <DayTable key={day.valid_from} day={day} />
            ))}
          </div>
        </Dialog>
      )}
    </div>
  )
}

function DayTable({ day: { valid_from, rows } }: { day: Day }) {
  const t = useTranslations('counter.coming')
  const word = useTranslations('house.words')
  const price = (amount: number | null) => (amount === null ? word('not_on_offer') : format.moneyExact(amount))
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">{t('product')}</th>
          <th scope="col" className="number">
            {t('now')}
          </th>
          <th scope="col" className="number">
            {t('then', { day: format.day(valid_from) })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.configuration_id}>
            <td>{`${row.product_name} ${format.money(row.value)}`}</td>
            <td className="number">{price(row.price_now)}</td>
            <td className="number">
              <b>{price(row.price_then)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
