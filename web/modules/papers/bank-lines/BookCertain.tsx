// The button that books the transfers on the page whose proposal is certain, except those that may be in the list twice, after a question that states their
// number and sum.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { certainOf, type Line } from './lines.ts'
import type { Booking } from './use-book.ts'

export function BookCertain({ rows, mayPay, booking }: { rows: readonly Line[]; mayPay: boolean; booking: Booking }) {
  const t = useTranslations('credit.bank')
  const multi = useTranslations('credit.multi')
  const [isAsking, setAsking] = useState(false)
  // A transfer that may be in the list twice is left out, so that a person looks at it.
  const certain = rows.flatMap((line) => {
    const target = line.is_twin ? undefined : certainOf(line, mayPay)
    return target ? [{ line, target }] : []
  })
  const sum = certain.reduce((total, { line }) => total + line.amount, 0)
  const figures = { n: certain.length, count: format.count(certain.length), amount: format.money(sum) }
  return (
    <>
      <Button disabled={certain.length === 0 || booking.result?.isRunning === true} onClick={() => setAsking(true)}>
        {t('book_all', figures)}
      </Button>
      {isAsking && (
        <Confirm
          title={t('book_all_title', figures)}
          confirm={t('book_all', figures)}
          onConfirm={() => {
            setAsking(false)
            booking.book(certain)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{multi('confirm_text')}</p>
        </Confirm>
      )}
    </>
  )
}
