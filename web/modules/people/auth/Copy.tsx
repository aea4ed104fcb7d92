// A button that copies a text; absent where there is no clipboard, as over plain http.
import { Button } from '@mantine/core'
import { useState } from 'react'

const SHOWN_MS = 2_000

type Props = { text: string; label: string; done: string; name?: string }

/** `name`: the copied text's name, for screen readers. */
export function Copy({ text, label, done, name }: Props) {
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <Button variant="default" onClick={copy} aria-label={name && !copied ? `${label} ${name}` : undefined}>
      <span aria-live="polite">{copied ? done : label}</span>
    </Button>
  )
}
