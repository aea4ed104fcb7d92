// The lists that are searched: only those whose calls this user may make. The server decides which of their rows the user sees.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { fold } from '../../../contract/kit/fold.ts'
import { saleCode } from '../../../contract/kit/sale-code.ts'
import type { UserInfo } from '../../../contract/people/account.ts'
import { ask, query, queryClient, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { type Command, isNumber } from './commands.ts'
import { type Item, narrowed } from './palette.ts'
import type { Source } from './search-all.ts'

/** How many rows are requested of each list. */
const ASKED = 10
/** The till's goods are read again if they are older than this. While the till is open they are loaded anyway. */
const TILL_MS = 60_000

type Customer = { customer_id: string; name: string; city: string }
/** A search. `command`: the command about a customer that the text means; `isAlone`: whether the text can mean nothing else than the command. */
type Question = { typed: string; command: Command | undefined; isAlone: boolean; commandItems: (customers: readonly Customer[]) => Item[] }

export const found = (path: string, name: string) => `${path}?${new URLSearchParams({ q: name })}`

export function useSources({ typed, command, isAlone, commandItems }: Question): Source[] {
  const group = useTranslations('shell.palette.groups')
  const screen = useTranslations('house.screens')
  const user = useUser()
  const search_text = fold(typed)
  const customers = async (text: string, signal: AbortSignal) => (await ask('customersListShort', { search_text: text, limit: ASKED }, signal)).content
  const sources: (Source & { isAsked: boolean })[] = [
    {
      name: group('actions'),
      isAsked: command !== undefined,
      ask: async (signal) => commandItems(await customers(command?.who ?? '', signal)),
    },
    {
      name: screen('customers'),
      isAsked: can(user, 'customersListShort'),
      ask: async (signal) => (await customers((isAlone && command?.who) || search_text, signal)).map(customerItem),
    },
    { name: group('till'), isAsked: !isAlone && can(user, 'sellerProductsV2'), ask: () => tillItems(typed) },
    {
      name: screen('products'),
      isAsked: !isAlone && can(user, 'productsList'),
      ask: async (signal) =>
        (await ask('productsList', { search_text, total_items: ASKED }, signal)).content.map(({ product_id, product_name }) => ({
          ...{ id: product_id, label: product_name, to: found('/products/view', product_name) },
        })),
    },
    {
      name: screen('suppliers'),
      isAsked: !isAlone && can(user, 'suppliersList'),
      ask: async (signal) =>
        (await ask('suppliersList', { search_text, limit: ASKED }, signal)).content.map(({ supplier_id, company }) => ({
          ...{ id: supplier_id, label: company, to: found('/suppliers/view', company) },
        })),
    },
    { name: group('people'), isAsked: !isAlone && can(user, 'staffList'), ask: (signal) => peopleItems(user, search_text, signal) },
    ...useNumbered(user, typed),
  ]
  return sources.filter(({ isAsked }) => isAsked)
}

/** Returns the sources of documents and sales. They are searched only if the text can be the number of a document or sale. */
function useNumbered(user: UserInfo, typed: string): (Source & { isAsked: boolean })[] {
  const t = useTranslations('shell.palette.commands')
  const screen = useTranslations('house.screens')
  const isShop = user.account_role === accountRole.seller
  const [invoices, sales] = isShop ? ['/my-invoices-all', '/seller/sales'] : ['/invoices-all', '/reports-sales']
  const asked = { search_text: typed, total_items: ASKED }
  return [
    {
      name: screen('invoices'),
      isAsked: isNumber(typed) && can(user, 'invoicesList'),
      ask: async (signal) => {
        const { content } = await ask('invoicesList', { ...asked, ...(isShop && { filters: { received: true } }) }, signal)
        return content.map(({ invoice_id, document_no, customer_name }) => ({
          ...{ id: invoice_id, label: document_no, hint: customer_name, to: found(invoices, document_no) },
        }))
      },
    },
    {
      name: screen('sales_report'),
      isAsked: isNumber(typed) && can(user, 'salesList'),
      ask: async (signal) =>
        (await ask('salesList', asked, signal)).content.map(({ line_id, sale_id, serial, product_name, value, created_at }) => ({
          id: line_id,
          label: t('sale', { code: saleCode(sale_id) ?? serial, product: product_name }),
          hint: `${format.money(value)} · ${format.dateTime(created_at)}`,
          to: `${sales}?${new URLSearchParams({ sale: sale_id })}`,
        })),
    },
  ]
}

const customerItem = ({ customer_id, name, city }: Customer): Item => ({ id: customer_id, label: name, hint: city, to: found('/customers/view', name) })

async function peopleItems(user: UserInfo, search_text: string, signal: AbortSignal): Promise<Item[]> {
  const { content } = await ask('staffList', { search_text, limit: ASKED }, signal)
  return content.map(({ user_id, full_name, username, organisation_name }) => ({
    ...{ id: user_id, label: full_name || username, hint: organisation_name },
    to: can(user, 'staffUpdate') ? `/staff/edit/${user_id}` : found('/staff/view', full_name || username),
  }))
}

/** Finds the till's products; choosing one opens the till with this product. The till's own list uses the same request, so the request is never aborted. */
async function tillItems(typed: string): Promise<Item[]> {
  const { content } = await queryClient.fetchQuery({ ...query('sellerProductsV2', {}), staleTime: TILL_MS })
  const byName = Map.groupBy(content, ({ product_name }) => product_name)
  const items = [...byName].map(([label, offers]) => ({
    ...{ id: `till ${label}`, label, words: offers.map(({ aliases = '' }) => aliases).join() },
    hint: [...offers]
      .sort((a, b) => a.value - b.value)
      .map(({ value }) => format.money(value))
      .join(' · '),
    to: `/cashcards/?${new URLSearchParams({ find: label })}`,
  }))
  return narrowed(items, typed)
}
