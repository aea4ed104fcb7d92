// The buttons of a transfer: book it if its proposal is certain, choose what it is for, set it aside, and reopen it.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { certainOf, type Line, nameOf } from './lines.ts'
import type { Booking } from './use-book.ts'

type Props = { row: Line; mayPay: boolean; booking: Booking; choose: () => void; aside: () => void; reopen: () => void }

export function LineActions({ row, mayPay, booking, choose, aside, reopen }: Props) {
  const t = useTranslations('credit.bank')
  const word = useTranslations('house.words')
  const shared = useTranslations('words')
  const named = useNamed()
  const which = nameOf(row)
  const isOff = booking.result?.isRunning === true
  const certain = certainOf(row, mayPay)
  if (row.state === 'aside')
    return (
      <Button size="xs" variant="default" aria-label={named(shared('reopen'), which)} onClick={reopen}>
        {shared('reopen')}
      </Button>
    )
  if (row.state !== 'open') return '–'
  return (
    <span className="buttons">
      {certain && (
        <Button size="xs" disabled={isOff} aria-label={named(t('book'), which)} onClick={() => booking.book([{ line: row, target: certain }])}>
          {t('book')}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isOff} aria-label={named(word('choose'), which)} onClick={choose}>
        {word('choose')}
      </Button>
      <Button size="xs" variant="subtle" disabled={isOff} aria-label={named(t('set_aside'), which)} onClick={aside}>
        {t('set_aside')}
      </Button>
    </span>
  )
}
