// A credit round: the page proposes amounts for all shops that need credit, and the user books the chosen ones as on the screen "credit for many"
// (CreditMulti.tsx). The address says which shops the round is about.
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, type Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { useWeekdays } from '../../../kit/base/use-weekdays.ts'
import { readAmount } from '../../../kit/form/amount.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { ManyCredits } from './CreditMulti.tsx'
import { type MultiRow, newRow } from './multi-rows.ts'
import { RoundDay } from './RoundDay.tsx'
import type { MultiState } from './use-multi.ts'

type Proposals = Output<'creditProposals'>

const rowOf = ({ username, proposed, days_left, usual, customer_id, available, weekday, rhythm, next_on }: Proposals['content'][number]): MultiRow => ({
  ...newRow(username),
  amount: proposed > 0 ? format.moneyInField(proposed) : '',
  proposal: { days_left, usual, customer_id, available, weekday, rhythm, next_on },
})

/**
 * The value of `whose` in the address for shops whose round is today. A weekday (1 to 7) stands for the shops of that day; without a value the round is about
 * all shops.
 */
const TODAY = 'today'

export default function CreditRound() {
  return <ManyCredits source={(multi) => <Propose multi={multi} />} />
}

function Propose({ multi }: { multi: MultiState }) {
  const t = useTranslations('credit.round')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const weekdays = useWeekdays()
  const [state, change] = useUrlState()
  const days = wholeBetween(state['days'], 1, 31, 7)
  const whose = state['whose'] ?? ''
  const [below, setBelow] = useState(state['below'] ?? '')
  const reading = readAmount(below)
  const available_below = reading.kind === 'amount' && reading.amount > 0 ? reading.amount : undefined
  const isWrong = below.trim() !== '' && available_below === undefined
  const [isAsking, setAsking] = useState(false)
  const [idle, setIdle] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const [isSettingDay, setSettingDay] = useState(false)
  const shown = multi.rows.flatMap(({ proposal }) => proposal?.customer_id || [])

  async function propose() {
    setAsking(true)
    setFailure(undefined)
    try {
      const weekday = Number(whose)
      const asked = { days, ...(whose === TODAY && { due: true }), ...(weekday >= 1 && { weekday }), ...(available_below !== undefined && { available_below }) }
      const { round_id, content } = await ask('creditProposals', asked)
      const needing = content.filter(({ proposed }) => proposed > 0)
      setIdle(content.length - needing.length)
      multi.propose(round_id, needing.map(rowOf))
    } catch (error) {
      setFailure(error)
    } finally {
      setAsking(false)
    }
  }
  const choices = [{ value: '', label: t('all') }, { value: TODAY, label: t('due') }, ...weekdays.map((label, i) => ({ value: String(i + 1), label }))]
  return (
    <section className="card stack" aria-busy={isAsking}>
      <form
        className="row bottom"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) void propose()
        }}
      >
        <NumberInput
          label={t('days')}
          min={1}
          max={31}
          allowDecimal={false}
          value={days}
          onChange={(value) => change({ days: Number(value) ? String(value) : undefined })}
        />
        <NativeSelect label={t('whose')} data={choices} value={whose} onChange={(event) => change({ whose: event.currentTarget.value || undefined })} />
        <TextInput
          label={field('available_below')}
          inputMode="decimal"
          rightSection={<span aria-hidden>€</span>}
          value={below}
          error={isWrong}
          onChange={(event) => setBelow(event.currentTarget.value)}
          onBlur={() => change({ below: below.trim() || undefined })}
        />
        <Button type="submit" disabled={isAsking} variant={multi.rows.length > 0 ? 'default' : 'filled'}>
          {t('propose')}
        </Button>
        {shown.length > 0 && (
          <Button variant="default" onClick={() => setSettingDay(true)}>
            {t('set_day')}
          </Button>
        )}
      </form>
      <p className="muted">{t('hint')}</p>
      {idle !== undefined && (
        <p role="status">
          {t('idle', { n: idle, count: format.count(idle) })}
          {idle === 0 && multi.rows.length === 0 && ` ${word('choose_another')}`}
        </p>
      )}
      <Refusal error={failure} />
      {isSettingDay && (
        <RoundDay
          customer_ids={shown}
          onClose={() => setSettingDay(false)}
          done={() => {
            setSettingDay(false)
            void propose()
          }}
        />
      )}
    </section>
  )
}
