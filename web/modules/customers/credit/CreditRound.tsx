// A credit round: amounts are proposed for all shops that need some; the chosen ones are booked as on the screen "credit for many" (CreditMulti.tsx).
import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, type Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { ManyCredits } from './CreditMulti.tsx'
import styles from './credit.module.css'
import { type MultiRow, newRow } from './multi-rows.ts'
import type { MultiState } from './use-multi.ts'

type Proposals = Output<'creditProposals'>

const rowOf = ({ username, proposed, days_left, usual }: Proposals['content'][number]): MultiRow => ({
  ...newRow(username),
  amount: format.moneyInField(proposed),
  proposal: { days_left, usual },
})

export default function CreditRound() {
  return <ManyCredits source={(multi) => <Propose multi={multi} />} />
}

function Propose({ multi }: { multi: MultiState }) {
  const t = useTranslations('credit.round')
  const [days, setDays] = useState(7)
  const [isAsking, setAsking] = useState(false)
  const [idle, setIdle] = useState<number>()
  const [failure, setFailure] = useState<unknown>()

  async function propose() {
    setAsking(true)
    setFailure(undefined)
    try {
      const { round_id, content } = await ask('creditProposals', { days })
      const needing = content.filter(({ proposed }) => proposed > 0)
      setIdle(content.length - needing.length)
      multi.propose(round_id, needing.map(rowOf))
    } catch (error) {
      setFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <section className="card stack" aria-busy={isAsking}>
      <form
        className={`row ${styles.bottom}`}
        onSubmit={(event) => {
          event.preventDefault()
          void propose()
        }}
      >
        <NumberInput label={t('days')} min={1} max={31} allowDecimal={false} value={days} onChange={(value) => setDays(Number(value) || 7)} />
        <Button type="submit" disabled={isAsking}>
          {t('propose')}
        </Button>
      </form>
      <p className="muted">{t('hint')}</p>
      {idle !== undefined && <p role="status">{t('idle', { n: idle, count: format.count(idle) })}</p>}
      <Refusal error={failure} />
    </section>
  )
}
