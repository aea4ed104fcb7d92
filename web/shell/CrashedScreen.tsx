// Replaces a screen that crashed or could not be loaded, and offers another try; the shell around it stays.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ChunkFailed } from '../kit/base/chunks.ts'
import { dateTime } from '../kit/base/format.ts'
import { Empty } from '../kit/page/Empty.tsx'

export function Crashed({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('house')
  const text = useTranslations('auth.loading')
  const part = missingPart(error)
  if (part !== undefined)
    return (
      <Empty title={t('shell.chunk_failed', { name: part })} hint={t('shell.chunk_hint')}>
        <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
      </Empty>
    )
  return (
    <Empty title={t('shell.crashed')} hint={t('shell.crashed_hint', { time: dateTime(new Date()) })}>
      <Button onClick={reset}>{text('retry')}</Button>
    </Empty>
  )
}

/** Returns the name of the part of the app that could not be loaded, from the error. */
function missingPart(error: unknown): string | undefined {
  if (error instanceof ChunkFailed) return error.part
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|module script failed/i.test(message) ? (/[\w.-]+\.js/.exec(message)?.[0] ?? '') : undefined
}
