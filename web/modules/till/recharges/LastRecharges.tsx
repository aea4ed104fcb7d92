// The shop's last recharges. If the outcome of a recharge is unknown, the server is asked repeatedly until it is known.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { SlipSending } from '../live-selling/live-selling.ts'
import { readNumber } from '../saved-numbers/saved-numbers.ts'

const [SHOWN, AGAIN_MS] = [10, 3_000]
const looks = { pending: 'badge warning', successful: 'badge success', failed: 'badge danger' }

/** `onPrint` prints the slip of a recharge. A code made on demand has no mobile number and no such slip, so `onReprint` prints the slip of its sale. */
type Props = { call: 'rechargesList' | 'onDemandSold'; onPrint: (recharge_id: string) => void; onReprint: (sale_id: string) => void }

export function LastRecharges({ call, onPrint, onReprint }: Props) {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const named = useNamed()
  const { data } = useQuery({
    ...query(call, { limit: SHOWN }),
    refetchInterval: ({ state }) => (state.data?.content.some((one) => one.state === 'pending') ? AGAIN_MS : false),
  })
  if (!data || data.content.length === 0) return null
  return (
    <section className="stack" aria-label={t('recharge.last')} aria-live="polite">
      <h2>{t('recharge.last')}</h2>
      {data.content.map(({ recharge_id, state, failure, brand, value, mobile_number, created_at, sale_id, training_no }, i) => (
        <div key={recharge_id} className="notice stack">
          <div className="ends">
            <span>
              <b>{mobile_number ? (readNumber(mobile_number, '')?.written ?? mobile_number) : field('code')}</b>{' '}
              {`${brand} ${format.money(value)} · ${format.dateTime(created_at)}`}
              {failure && <p>{t(`failures.${failure}`)}</p>}
            </span>
            <span className={looks[state]}>{t(`states.${state}`)}</span>
            {state === 'successful' && (call === 'rechargesList' || !mobile_number) && (
              <Button
                className="rigid"
                variant="default"
                h={56}
                aria-label={named(word('print_the_slip'), mobile_number || field('code'))}
                onClick={() => (mobile_number || !sale_id ? onPrint(recharge_id) : onReprint(sale_id))}
              >
                {word('print_the_slip')}
              </Button>
            )}
          </div>
          {/* The slip on the screen has a button to send it. A seller whose slips are printed without being shown finds that button here instead. */}
          {i === 0 && call === 'rechargesList' && state === 'successful' && mobile_number && !training_no && (
            <SlipSending of={{ top_up_id: recharge_id, mobile_number }} />
          )}
        </div>
      ))}
    </section>
  )
}
