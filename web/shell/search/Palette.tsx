// The command palette: one field that finds pages, actions, and the customers, products and people that this user may see. It is a combobox that can be used by
// keyboard alone.

import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { useNavigate } from '../../kit/router/Pages.tsx'
import { useSettings } from '../../modules/people/settings/settings.ts'
import { closeDialog } from '../dialogs.ts'
import { useKeyNames } from '../help/key-names.ts'
import { useHelp } from '../help/use-help.ts'
import { usePages } from '../menu/use-pages.ts'
import { PaletteList } from './PaletteList.tsx'
import styles from './palette.module.css'
import { type Item, type ItemGroup, narrowed, SHOWN, shortened, stepped, withoutRepeats } from './palette.ts'
import { useActions } from './use-actions.ts'
import { useFound } from './use-search-results.ts'

export default function Palette() {
  const t = useTranslations('shell.palette')
  const keyNames = useKeyNames()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [opened, setOpened] = useState<readonly string[]>([])
  const { groups, isSearching, hasFailed } = useGroups(text, opened, (name) => setOpened([...opened, name]))
  const open = useOpen()
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(at, items.length - 1)]
  const optionId = (item: Item) => `${listId}-${item.id.replaceAll(/\s/g, '_')}`
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt(stepped(at, step, items.length))
    else if (event.key === 'Enter' && current) open(current, event.ctrlKey || event.metaKey)
    if (step || event.key === 'Enter') event.preventDefault()
  }
  return (
    <Dialog title={t('title')} onClose={closeDialog} wide>
      <input
        data-autofocus
        className={`surface control full ${styles.input}`}
        role="combobox"
        aria-label={t('input')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        placeholder={t('example')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          setOpened([])
        }}
        onKeyDown={onKey}
      />
      <PaletteList id={listId} label={t('title')} groups={groups} current={current} optionId={optionId} choose={open} />
      <p className="muted" role="status">
        {hasFailed
          ? t('failed')
          : isSearching
            ? t('searching')
            : text === ''
              ? t('hint', { mod: keyNames('Mod').join('') })
              : t('found', { count: items.length })}
      </p>
    </Dialog>
  )
}

/**
 * Returns the groups of items. Without a typed text these are starred and recent pages, then all pages. With a text these are the matches, the first three of
 * each group until the user opens the rest.
 */
function useGroups(text: string, opened: readonly string[], openGroup: (name: string) => void) {
  const t = useTranslations('shell.palette.groups')
  const more = useTranslations('shell.palette')
  const screen = useTranslations('house.screens')
  const { pages, known } = usePages()
  const actions = useActions()
  const settings = useSettingItems()
  const found = useFound(text)
  const help = useHelp(text)
  const isEmpty = text.trim() === ''
  const groups = isEmpty
    ? [...known, { name: t('pages'), items: pages }, { name: t('here'), items: actions }]
    : [
        ...[...found.said, help, { name: t('pages'), items: narrowed(pages, text) }, ...found.groups],
        ...[
          { name: screen('settings'), items: narrowed(settings, text) },
          { name: t('here'), items: narrowed(actions, text) },
        ],
      ]
  const all = withoutRepeats(groups)
  const rest = ({ name, items }: ItemGroup): Item => ({
    ...{ id: `more ${name}`, label: more('more', { count: items.length - SHOWN }), stays: true },
    act: () => openGroup(name),
  })
  return { groups: isEmpty ? all : shortened(all, opened, rest), isSearching: found.isSearching && !isEmpty, hasFailed: found.hasFailed }
}

/** Returns an item for each section and each field of the settings that this user has. Choosing a field opens its section and focuses the field. */
const useSettingItems = (): Item[] =>
  useSettings().flatMap(({ tab, section, fields }) => [
    { id: `setting ${tab}`, label: section, to: `/settings?tab=${tab}` },
    ...fields.map((field) => ({ id: `setting ${tab} ${field}`, label: field, hint: section, to: `/settings?${new URLSearchParams({ tab, field })}` })),
  ])

function useOpen() {
  const navigate = useNavigate()
  return ({ to, act, stays }: Item, inNewTab: boolean) => {
    if (stays) return act?.()
    if (to && inNewTab) window.open(to, '_blank', 'noopener')
    closeDialog()
    act?.()
    if (to && !inNewTab) void navigate(to)
  }
}
