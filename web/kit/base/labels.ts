// Lines of help that name a button or field by its key: "[stock.add]: upload a file" is shown with the current text of that key.
import { useEffect } from 'react'
import { useMessages } from 'use-intl'
import type { Area } from '../../i18n/catalogue.ts'
import { loadArea } from './language.tsx'

const LINE = /^\[([\w.-]+)\](.*)$/

/** A line of help: the key of a button or field, and the explanation of it. */
export type Line = { key: string; said: string }

export const linesOf = (text: string): Line[] =>
  text.split('\n').map((line) => {
    const [, key = '', said = line] = LINE.exec(line) ?? []
    return { key, said }
  })

/** Returns the text of a key; undefined if it is not loaded. */
export function textAt(messages: unknown, key: string): string | undefined {
  let at = messages
  for (const part of key.split('.')) at = typeof at === 'object' && at !== null ? Object.entries(at).find(([name]) => name === part)?.[1] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Returns a function that gives the text of a key. If the texts belong to another screen, they are loaded first, and "…" is shown until then. */
export function useLabels(keys: readonly string[]): (key: string) => string {
  const messages = useMessages()
  const areas = [...new Set(keys.map((key) => key.split('.')[0] as Area))].join()
  useEffect(() => {
    for (const area of areas.split(',')) if (area) void loadArea(area as Area).catch(() => undefined)
  }, [areas])
  return (key) => textAt(messages, key) ?? '…'
}
