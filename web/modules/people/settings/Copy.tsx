// A button that copies a text; absent where there is no clipboard, as over plain http.
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslations } from 'use-intl'

const SHOWN_MS = 2_000

export function Copy({ text }: { text: string }) {
  const word = useTranslations('house.words')
  const { copied, copy } = useClipboard({ timeout: SHOWN_MS })
  if (!('clipboard' in navigator)) return null
  return (
    <Button variant="default" size="xs" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? word('copied') : word('copy')}</span>
    </Button>
  )
}
