// The shop's opening hours: a week, the days on which it is closed, and whether the till enforces them.
import { Button, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCodeOf } from '../../../../contract/kit/problem-codes.ts'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import { useCall } from '../../../kit/base/api.ts'
import { LeaveDialog, useLeaving } from '../../../kit/form/Leave.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { HolidayList } from './HolidayList.tsx'
import { HoursDay } from './HoursDay.tsx'
import { hoursProblems, usualTimings, weekdays, withDay, withMondayEverywhere } from './hours.ts'
import { Saved } from './SavedNote.tsx'
import type { TabProps } from './tabs.ts'

export default function HoursTab({ all }: TabProps) {
  const t = useTranslations('settings')
  const word = useTranslations('house.words')
  const { draft, change, problemOf, summary, send, save, leaving } = useHours(all.shop_timings)
  return (
    <form className="stack" onSubmit={send} noValidate>
      <LeaveDialog asks={leaving.asks} />
      {!all.shop_timings && <p className="notice">{t('hours.first')}</p>}
      <div className="card">
        <Switch
          label={t('hours.binding')}
          description={t('hours.binding_hint')}
          checked={draft.is_binding}
          onChange={(event) => change({ ...draft, is_binding: event.currentTarget.checked })}
        />
      </div>
      <div className="card">
        <div className="row">
          <h2>{t('hours.week')}</h2>
          <Button variant="default" size="xs" className="push" onClick={() => change(withMondayEverywhere(draft))}>
            {t('hours.copy_monday')}
          </Button>
        </div>
        <div className="ruled">
          {weekdays.map((weekday, at) => {
            const day = draft.days[at]
            return (
              day && (
                <HoursDay
                  key={weekday}
                  name={t(`hours.days.${weekday}`)}
                  day={day}
                  change={(changed) => change(withDay(draft, at, changed))}
                  problemOf={(field) => problemOf(`days.${at}.${field}`)}
                />
              )
            )
          })}
        </div>
      </div>
      <HolidayList holidays={draft.holidays} change={(holidays) => change({ ...draft, holidays })} problemOf={problemOf} />
      {summary && (
        <p role="alert" className="notice danger">
          {summary}
        </p>
      )}
      <Saved is={save.isSuccess} />
      <Refusal error={save.error} changes />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {word('save')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the opening hours that are being edited, and their problems, which are shown only after the first attempt to save. */
function useHours(kept: ShopTimings | null) {
  const problem = useTranslations('errors.problems')
  const form = useTranslations('house.form')
  const [changed, setChanged] = useState<ShopTimings>()
  const [tried, setTried] = useState(false)
  const save = useCall('timingsUpdate', { refresh: ['settingsView'], done: () => setChanged(undefined) })
  const draft = changed ?? save.variables?.shop_timings ?? kept ?? usualTimings
  const problems = hoursProblems(draft)
  const isDirty = changed !== undefined
  return {
    leaving: useLeaving(isDirty, () => setChanged(undefined)),
    draft,
    save,
    summary: tried && problems.size > 0 ? form('summary') : undefined,
    problemOf: (field: string) => {
      const code = tried ? problems.get(field) : undefined
      return code && problem(problemCodeOf(code), { limit: '' })
    },
    change: (next: ShopTimings) => {
      save.reset()
      setChanged(next)
    },
    send: (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      if (problems.size === 0 && !save.isPending) save.mutate({ shop_timings: draft })
    },
  }
}
