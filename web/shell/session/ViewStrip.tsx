// The strip that marks a support view on every page, with a button to end it. When the view's time is over or support ends it, the whole page is loaded anew.
import { Button } from '@mantine/core'
import Eye from 'lucide-react/icons/eye'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { useCall } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Refusal } from '../../kit/page/Refusal.tsx'
import styles from '../shell.module.css'

const leave = () => location.assign('/support')

export default function ViewStrip({ view: { organisation_name, until } }: { view: NonNullable<UserInfo['view']> }) {
  const t = useTranslations('house.shell')
  const end = useCall('viewEnd', { done: leave })
  useEffect(() => {
    const timer = setTimeout(leave, Math.max(0, new Date(until).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return (
    <section className={`notice warning row ${styles.strip}`} aria-label={t('view_end')}>
      <Eye size={18} aria-hidden />
      <b className="grows">{t('view', { organisation: organisation_name, time: format.time(until) })}</b>
      <Button className="push" size="xs" variant="default" disabled={end.isPending} onClick={() => end.mutate({})}>
        {t('view_end')}
      </Button>
      <Refusal error={end.error} />
    </section>
  )
}
