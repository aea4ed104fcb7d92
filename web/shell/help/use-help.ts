// Help in the palette: "help prices" offers the help of each screen whose name or help text contains these words, and opens it without leaving the page.
import { useEffect } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { fold } from '../../../contract/kit/fold.ts'
import { useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { loadArea } from '../../kit/base/language.tsx'
import { topicOf } from '../../screens/help.ts'
import { rightOf, screens } from '../../screens/screens.ts'
import { openDialog } from '../dialogs.ts'
import { wordsIn } from '../search/commands.ts'
import { type Item, type ItemGroup, isFound } from '../search/palette.ts'

/** If a typed line begins with a word for help, returns the words after it; otherwise undefined. */
export function askedOf(typed: string, words: readonly string[]): string | undefined {
  const [first = '', ...rest] = fold(typed).trim().split(/\s+/)
  return words.includes(first) ? rest.join(' ') : undefined
}

export function useHelp(typed: string): ItemGroup {
  const t = useTranslations('shell.palette')
  const name = useTranslations('house.screens')
  const user = useUser()
  const { help } = useMessages()
  const asked = askedOf(typed, ['help', ...wordsIn(t('help_words'))])
  const isAsked = asked !== undefined
  useEffect(() => {
    if (isAsked) void loadArea('help').catch(() => undefined)
  }, [isAsked])
  const found = { name: t('groups.help'), items: [] }
  // The group has no items if the typed text does not ask for help, or while the help texts are loading.
  if (!isAsked || !help) return found
  const items = screens
    .filter((screen) => can(user, rightOf(screen)))
    .flatMap(({ title }) => {
      const topic = topicOf(title)
      return topic ? [{ title, label: name(title), text: fold(help.topics[topic].what) }] : []
    })
  const words = asked.split(' ')
  const [named, told] = [
    items.filter(({ label }) => isFound(label, asked)),
    items.filter(({ text }) => asked !== '' && words.every((word) => text.includes(word))),
  ]
  return {
    ...found,
    items: [...named, ...told].map(
      ({ title, label }): Item => ({ id: `help ${title}`, label: t('help', { name: label }), act: () => setTimeout(() => openDialog('help', title)) }),
    ),
  }
}
