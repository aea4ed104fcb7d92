// A button that copies a text. There is no button if the browser has no clipboard, for example over plain http.
import { Button, type MantineSize } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

const SHOWN_MS = 2_000

type Props = { text: string; label?: string; done?: string /** The copied text's name, for screen readers. */; name?: string; size?: MantineSize }

/** The button says "copied" only if the text was copied. */
export function Copy({ text, label, done, name, size = 'sm' }: Props) {
  const word = useTranslations('house.words')
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  function showCopied() {
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const copy = () => void navigator.clipboard.writeText(text).then(showCopied, () => undefined)
  const said = label ?? word('copy')
  return (
    <Button variant="default" size={size} onClick={copy} aria-label={name && !copied ? `${said} ${name}` : undefined}>
      <span aria-live="polite">{copied ? (done ?? word('copied')) : said}</span>
    </Button>
  )
}
