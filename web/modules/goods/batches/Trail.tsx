// The history of a PIN as a timeline, from its import in a file to the last person who looked at it.
import { useMessages, useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './batches.module.css'

type Events = Output<'inventorySearch'>['pins'][number]['trail']
type Event = Events[number]['event']
/** Events that showed the PIN again after it was sold; each is shown with the number of the copy. */
const shown: readonly Event[] = ['repeated', 'settled', 'reprinted', 'downloaded']
const events: readonly Event[] = ['imported', 'published', 'unpublished', 'sold', ...shown, 'blocked', 'unblocked', 'looked_up', 'reclaimed']

type Props = { trail: readonly { at: string; event: string; who: string; note: string }[] }

export function Trail({ trail }: Props) {
  const t = useTranslations('goods.batches')
  const texts = useMessages()
  const words = { ...texts.words.pin_events, ...texts.goods.batches.events }
  const word = useTranslations('words')
  return (
    <ol className={`lines gap-12 breaks ${styles.trail}`} aria-label={t('trail')}>
      {trail.map(({ at, event, who, note }) => {
        const known = events.find((one) => one === event)
        const noted = known && shown.includes(known) && note ? word('copy_number', { number: note }) : note
        return (
          <li key={`${at} ${event} ${who}`} data-event={event}>
            <b>{known ? words[known] : event}</b>
            <span className="muted">{[format.dateTime(at), who, noted].filter(Boolean).join(' · ')}</span>
          </li>
        )
      })}
    </ol>
  )
}
