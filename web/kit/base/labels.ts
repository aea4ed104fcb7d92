// Lines of help that name a button or field by its key: "[stock.add]: upload a file" is shown with the present words of that key.
import { useEffect } from 'react'
import { useMessages } from 'use-intl'
import type { Area } from '../../i18n/catalogue.ts'
import { loadArea } from './language.tsx'

const LINE = /^\[([\w.-]+)\](.*)$/

/** A line of help: the key of the text that it names, and the explanation after it. */
export type Line = { key: string; said: string }

export const linesOf = (text: string): Line[] =>
  text.split('\n').map((line) => {
    const [, key = '', said = line] = LINE.exec(line) ?? []
    return { key, said }
  })

/** The text at a key, from the loaded texts. */
export function textAt(messages: unknown, key: string): string | undefined {
  let at = messages
  for (const part of key.split('.')) at = typeof at === 'object' && at !== null ? Object.entries(at).find(([name]) => name === part)?.[1] : undefined
  return typeof at === 'string' ? at : undefined
}

/** The words of each key. If they are another screen's texts, these are loaded, and "…" is shown until then. */
export function useLabels(keys: readonly string[]): (key: string) => string {
  const messages = useMessages()
  const areas = [...new Set(keys.map((key) => key.split('.')[0] as Area))].join()
  useEffect(() => {
    for (const area of areas.split(',')) if (area) void loadArea(area as Area).catch(() => undefined)
  }, [areas])
  return (key) => textAt(messages, key) ?? '…'
}
