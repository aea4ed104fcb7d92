// Customers, products and people that match the typed text, from the lists this user may read; for a command the matching customers, and for a code a
// look-up. A newer search cancels the one before.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { fold } from '../../../contract/kit/fold.ts'
import { query, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { handOver } from '../../kit/base/handed-text.ts'
import { batchIn, type Command, commandIn, isCode, wordsIn } from './commands.ts'
import type { Item, ItemGroup } from './palette.ts'

const TYPING_MS = 200
const LETTERS_MIN = 2
const SHOWN = 5

/** `said`: the command itself, listed before all results. */
export function useFound(text: string): { said: ItemGroup[]; groups: ItemGroup[]; isSearching: boolean } {
  const t = useTranslations('shell.palette.groups')
  const screen = useTranslations('house.screens')
  const user = useUser()
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  const command = useCommand(typed)
  const search_text = command?.who ?? fold(typed)
  const isLong = typed.length >= LETTERS_MIN
  const asked = { search_text, limit: SHOWN }
  const customers = useQuery({ ...query('customersListShort', asked), enabled: isLong && can(user, 'customersListShort') })
  const products = useQuery({ ...query('productsList', { search_text, total_items: SHOWN }), enabled: isLong && !command && can(user, 'productsList') })
  const people = useQuery({ ...query('staffList', asked), enabled: isLong && !command && can(user, 'staffList') })
  const mayEdit = can(user, 'staffUpdate')
  const isSearching = typed !== text.trim() || [customers, products, people].some(({ isLoading }) => isLoading)
  const commands = useCommandItems(command, customers.data?.content ?? [])
  const trail = useTrail(typed)
  const said = [{ name: t('actions'), items: [...commands, ...trail] }]
  const groups = [
    {
      name: screen('customers'),
      items: (customers.data?.content ?? []).map(({ customer_id, name, city }) => ({
        id: customer_id,
        label: name,
        hint: city,
        to: found('/customers/view', name),
      })),
    },
    {
      name: screen('products'),
      items: (products.data?.content ?? []).map(({ product_id, product_name }) => ({
        ...{ id: product_id, label: product_name },
        to: found('/products/view', product_name),
      })),
    },
    {
      name: t('people'),
      items: (people.data?.content ?? []).map(({ user_id, full_name, username, organisation_name }) => ({
        ...{ id: user_id, label: full_name || username, hint: organisation_name },
        to: mayEdit ? `/staff/edit/${user_id}` : found('/staff/view', full_name || username),
      })),
    },
  ]
  const isCurrent = isLong && typed === text.trim()
  return { said: isCurrent ? said : [], groups: isCurrent ? groups : [], isSearching }
}

/** A command in the words of the screen's language, or with the English "credit" or "stop". Undefined if the user may not carry it out. */
function useCommand(typed: string): Command | undefined {
  const t = useTranslations('shell.palette.commands')
  const user = useUser()
  const command = commandIn(typed, { credit: ['credit', ...wordsIn(t('credit_words'))], stop: ['stop', ...wordsIn(t('stop_words'))] })
  return command && can(user, 'customersListShort') && can(user, command.verb === 'credit' ? 'walletChange' : 'customerStatus') ? command : undefined
}

function useCommandItems(command: Command | undefined, customers: readonly { customer_id: string; name: string; city: string }[]): Item[] {
  const t = useTranslations('shell.palette.commands')
  if (!command) return []
  const { verb, amount } = command
  return customers.map(({ customer_id, name, city: hint }) => {
    const id = `${verb} ${customer_id}`
    if (verb === 'stop') return { id, label: t('stop', { name }), hint, to: `/customer/details/${customer_id}?do=stop` }
    const to = `/customer/${customer_id}/credit/add`
    if (amount === undefined) return { id, label: t('credit', { name }), hint, to }
    const typed = new URLSearchParams({ amount: format.moneyInField(amount) })
    return { id, label: t('credit_with', { name, amount: format.money(amount) }), hint, to: `${to}?${typed}` }
  })
}

const SEARCH = '/report/inventory-search'

/** A possible code never gets into an address, and is not sent before it is chosen. */
function useTrail(typed: string): Item[] {
  const t = useTranslations('shell.palette.commands')
  const batch = batchIn(typed, ['batch', ...wordsIn(t('batch_words'))])
  if (!can(useUser(), 'inventorySearch')) return []
  if (batch) return [{ id: 'batch', label: t('batch', { code: batch }), to: SEARCH, act: () => handOver(SEARCH, batch) }]
  if (!isCode(typed)) return []
  return [{ id: 'trail', label: t('trail', { code: typed }), to: SEARCH, act: () => handOver(SEARCH, typed) }]
}

const found = (path: string, name: string) => `${path}?${new URLSearchParams({ q: name })}`
