// For managers: the shop's other tills with a shift to close, and the setting whether cash is counted first.
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { type Closing, showsShifts } from './day-ends.ts'

export function OtherTills({ close }: { close: (closing: Closing) => void }) {
  const t = useTranslations('shifts')
  const named = useNamed()
  const open = useQuery(query('shiftsOpen', {}))
  const shift = useQuery(query('shiftNow', {}))
  const others = open.data?.content.filter(({ is_this }) => !is_this) ?? []
  const counts = shift.data?.counts_drawer ?? false
  if (open.isPending) return <i data-waiting hidden />
  if (others.length === 0) return null
  return (
    <section className="card stack">
      <h2>{t('others.title')}</h2>
      {others.map(({ till_id, username, device, has_drawer, first_at, sales, face_total }) => (
        <div key={till_id} className="row">
          <span>
            <b>{username}</b> <span className="muted">{device || t('no_device')}</span>
          </span>
          <span className="muted">{t('now.since', { time: format.dateTime(first_at) })}</span>
          <span className="push">
            {format.count(sales)} · <Amount value={face_total} />
          </span>
          <Button
            className="no-print"
            size="xs"
            variant="default"
            aria-label={named(t('now.close'), username)}
            onClick={() => close({ till_id, username, counts: counts && has_drawer })}
          >
            {t('now.close')}
          </Button>
        </div>
      ))}
    </section>
  )
}

/** The switch, shown to managers below the Z-reports, that sets whether cash is counted before a shift is closed. */
export function CountRule() {
  const t = useTranslations('shifts.rule')
  const field = useTranslations('fields')
  const counts = useQuery(query('shiftNow', {})).data?.counts_drawer ?? false
  const change = useCall('shiftRulesUpdate', { refresh: showsShifts })
  return (
    <div className="no-print">
      <Switch
        label={field('counts_drawer')}
        description={t('hint')}
        checked={counts}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ counts_drawer: event.currentTarget.checked })}
      />
      <Refusal error={change.error} />
    </div>
  )
}
