// What a typed text finds besides pages: commands, and rows of the lists that this user may read. Typing a newer text ends the search for the text before it.
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { handOver } from '../../kit/base/handed-text.ts'
import { batchIn, type Command, commandIn, creditIn, isCode, wordsIn } from './commands.ts'
import type { Item, ItemGroup } from './palette.ts'
import { nothingYet, searchAll } from './search-all.ts'
import { useSources } from './use-sources.ts'

const TYPING_MS = 200
const LETTERS_MIN = 2

/** `said`: the commands that the text means, listed before all results. `hasFailed`: whether one of the lists did not answer. */
export function useFound(text: string): { said: ItemGroup[]; groups: readonly ItemGroup[]; isSearching: boolean; hasFailed: boolean } {
  const actions = useTranslations('shell.palette.groups')('actions')
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  const [{ of, found }, setFound] = useState({ of: '', found: nothingYet })
  const command = useCommand(typed)
  const commandItems = useCommandItems(command.said ?? command.meant)
  const sources = useSources({ typed, command: command.said ?? command.meant, isAlone: command.said !== undefined, commandItems })
  const isLong = typed.length >= LETTERS_MIN
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is searched once
  useEffect(() => {
    if (!isLong) return
    const stop = new AbortController()
    void searchAll(sources, (now) => setFound({ of: typed, found: now }), stop.signal)
    return () => stop.abort()
  }, [typed])
  const trail = useTrail(typed)
  const isCurrent = isLong && typed === text.trim()
  const here = of === typed && isCurrent ? found : nothingYet
  const done = here.groups.find(({ name }) => name === actions)?.items ?? []
  return {
    said: isCurrent ? [{ name: actions, items: [...done, ...trail] }] : [],
    groups: here.groups.filter(({ name }) => name !== actions),
    isSearching: text.trim().length >= LETTERS_MIN && !(isCurrent && here.isDone),
    hasFailed: here.hasFailed,
  }
}

/**
 * `said`: the command in a line that begins with a verb, in the screen's language or the English "credit" or "stop". `meant`: the command in a line with a
 * customer and an amount but no verb. Both are undefined if the user may not carry them out.
 */
function useCommand(typed: string): { said?: Command | undefined; meant?: Command | undefined } {
  const t = useTranslations('shell.palette.commands')
  const user = useUser()
  const said = commandIn(typed, { credit: ['credit', ...wordsIn(t('credit_words'))], stop: ['stop', ...wordsIn(t('stop_words'))] })
  const may = ({ verb }: Command) => can(user, 'customersListShort') && can(user, verb === 'credit' ? 'walletChange' : 'customerStatus')
  if (said) return may(said) ? { said } : {}
  const meant = creditIn(typed)
  return meant && may(meant) ? { meant } : {}
}

/** Returns a function that makes the palette's item for a command. The item only opens the screen where the command is confirmed. */
function useCommandItems(command: Command | undefined) {
  const t = useTranslations('shell.palette.commands')
  const itemOf = ({ verb, amount }: Command, { customer_id, name, city: hint }: { customer_id: string; name: string; city: string }): Item => {
    const id = `${verb} ${customer_id}`
    if (verb === 'stop') return { id, label: t('stop', { name }), hint, to: `/customer/details/${customer_id}?do=stop` }
    const to = `/customer/${customer_id}/credit/add`
    if (amount === undefined) return { id, label: t('credit', { name }), hint, to }
    const typed = new URLSearchParams({ amount: format.moneyInField(amount) })
    return { id, label: t('credit_with', { name, amount: format.money(amount) }), hint, to: `${to}?${typed}` }
  }
  return (customers: readonly Parameters<typeof itemOf>[1][]) => (command ? customers.map((customer) => itemOf(command, customer)) : [])
}

const SEARCH = '/report/inventory-search'

/** Returns an item that looks up a typed code. The code is never put into an address, and it is sent only when the item is chosen. */
function useTrail(typed: string): Item[] {
  const t = useTranslations('shell.palette.commands')
  const batch = batchIn(/^\d{1,9}$/.test(typed) ? `#${typed}` : typed, ['batch', ...wordsIn(t('batch_words'))])
  if (!can(useUser(), 'inventorySearch')) return []
  if (batch) return [{ id: 'batch', label: t('batch', { code: batch }), to: SEARCH, act: () => handOver(SEARCH, batch) }]
  if (!isCode(typed)) return []
  return [{ id: 'trail', label: t('trail', { code: typed }), to: SEARCH, act: () => handOver(SEARCH, typed) }]
}
