// The browsers from which the user may sign in without a manager's approval, because the user has signed in there before.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import styles from './settings.module.css'
import type { TabProps } from './tabs.ts'

export function Browsers({ browsers }: Pick<TabProps['all'], 'browsers'>) {
  const t = useTranslations('settings.places')
  const word = useTranslations('words')
  const screens = useTranslations('house.screens')
  const mayPair = useUser().account_role !== accountRole.superadmin
  const forget = useCall('browserForget', { refresh: ['settingsView', 'sessionsList', 'authCheck'] })
  const [asked, setAsked] = useState<string>()
  const browser = browsers.find(({ browser_id }) => browser_id === asked)
  const nameOf = ({ name }: { name: string }) => name || t('unknown')
  return (
    <div className="card">
      <h2>{t('devices')}</h2>
      <p className="muted">{browsers.length > 0 ? t('devices_why') : t('no_devices')}</p>
      <Refusal error={forget.error} changes />
      <ul className="ruled">
        {browsers.map((one) => (
          <li key={one.browser_id} className={`row ${styles.item}`}>
            <div>
              <b>{nameOf(one)}</b> {one.is_this && <span className="badge success">{t('this')}</span>}
              <p className="muted">
                {one.address} · {t('seen', { time: format.dateTime(one.last_seen_at) })}
              </p>
            </div>
            <Button variant="default" size="xs" aria-label={t('forget_name', { device: nameOf(one) })} onClick={() => setAsked(one.browser_id)}>
              {word('forget')}
            </Button>
          </li>
        ))}
      </ul>
      {mayPair && (
        <div className="stack">
          <p className="muted">{t('pair_why')}</p>
          <Button component={Link} to="/device/pair" variant="default">
            {screens('device_pair')}
          </Button>
        </div>
      )}
      {browser && (
        <Confirm
          title={t('forget_name', { device: nameOf(browser) })}
          confirm={word('forget')}
          danger
          busy={forget.isPending}
          onConfirm={() => forget.mutate({ browser_id: browser.browser_id }, { onSettled: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        >
          <p>{browser.is_this ? t('forget_here') : t('devices_why')}</p>
        </Confirm>
      )}
    </div>
  )
}
