// The people of the shop and their till codes. A manager gives staff a new code, which is shown once and replaced at its first use, and removes codes.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, useCall } from '../../../kit/base/api.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Cashier = Output<'cashiersList'>['content'][number]
const refresh = ['cashiersList'] as const

export function CashierCodes({ people }: { people: readonly Cashier[] }) {
  const t = useTranslations('cashiers')
  const [given, setGiven] = useState<{ name: string; code: string }>()
  const give = useCall('cashierCodeGive', { refresh })
  const take = useCall('cashierCodeTake', { refresh })
  const isBusy = give.isPending || take.isPending
  return (
    <section className="card stack" aria-label={t('settings.people')}>
      <h2>{t('settings.people')}</h2>
      <div role="status">{given && <p className="notice success">{t('settings.given_to', given)}</p>}</div>
      <Refusal error={give.error ?? take.error} changes />
      <ul className="lines">
        {people.map(({ user_id, full_name, code, is_manager }) => (
          <li key={user_id}>
            <span>
              <b>{full_name}</b> <span className="muted">{t(`states.${code}`)}</span>
            </span>
            <span className="row push">
              {!is_manager && (
                <Button
                  variant="default"
                  disabled={isBusy}
                  aria-label={t('settings.give_to', { name: full_name })}
                  onClick={() => give.mutate({ user_id }, { onSuccess: (answer) => setGiven({ name: full_name, code: answer.code }) })}
                >
                  {t('settings.give')}
                </Button>
              )}
              {code !== 'none' && (
                <Button
                  variant="default"
                  disabled={isBusy}
                  aria-label={t('settings.take_from', { name: full_name })}
                  onClick={() => take.mutate({ user_id }, { onSuccess: () => setGiven(undefined) })}
                >
                  {t('settings.take')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
