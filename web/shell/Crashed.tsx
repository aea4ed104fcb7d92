// A screen that broke: said where it happened, with a way to try again, while the shell stays.
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Empty } from '../kit/Empty.tsx'
import { dateTime } from '../kit/format.ts'

export function Crashed({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('house')
  const router = useRouter()
  const again = () => {
    reset()
    router.invalidate()
  }
  return (
    <Empty title={t('shell.crashed')} hint={`${error instanceof Error ? error.message : ''} · ${dateTime(new Date())}`}>
      <Button onClick={again}>{t('empty.retry')}</Button>
    </Empty>
  )
}
