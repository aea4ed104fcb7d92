// Finds which user names in the rows belong to managers of the user's own customers, so that rows are checked before they are sent.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CUSTOMERS_MAX } from '../../../../contract/customers/customers.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { portionsOf } from './multi-rows.ts'

const TYPING_MS = 200
/** The most user names in one request. It is below the limit of rows in an answer, because one name can match several users whose names differ only in case. */
const NAMES = CUSTOMERS_MAX - 100
const NAME_MAX = 100

export type Customer = Row<'customersListShort'>

/** The filter for the customers whom this user may credit. */
export function useOwn(): { parent_id?: string } {
  const user = useUser()
  return user.account_role === accountRole.superadmin ? {} : { parent_id: user.customer_id }
}

export function useFindCustomers() {
  const own = useOwn()
  const cache = useQueryClient()
  const page = (filters: object, number = 0) =>
    cache.fetchQuery({ ...query('customersListShort', { filters: { ...own, ...filters }, page: number, limit: CUSTOMERS_MAX }), staleTime: 5_000 })
  return {
    /** Finds customers regardless of the case of their names. */
    named: async (usernames: readonly string[]): Promise<Customer[]> => {
      const found: Customer[] = []
      for (const portion of portionsOf(usernames, NAMES)) found.push(...(await page({ usernames: portion })).content)
      return found
    },
    active: async (): Promise<Customer[]> => {
      const found: Customer[] = []
      for (let number = 0; ; number++) {
        const { content } = await page({ is_active: true }, number)
        found.push(...content)
        if (content.length < CUSTOMERS_MAX) return found
      }
    },
  }
}

/** Returns the names as a request sends them: each once, in small letters without accents. */
export const askable = (usernames: readonly string[]): string[] => [...new Set(usernames.map(fold))].filter((name) => name !== '' && name.length <= NAME_MAX)

/**
 * `customers`: the customers by user name; undefined until the first answer. `isNobody`: whether a name was looked up and belongs to none of the user's
 * customers.
 */
export type OwnCustomers = { customers: ReadonlyMap<string, Customer> | undefined; isNobody: (username: string) => boolean }

export function useOwnCustomers(usernames: readonly string[]): OwnCustomers {
  const find = useFindCustomers()
  const own = useOwn()
  const [names] = useDebouncedValue(askable(usernames).join('\n'), TYPING_MS)
  const { data } = useQuery({
    queryKey: ['customersListShort', 'named', own, names],
    queryFn: async () => {
      const asked = names.split('\n')
      return { asked: new Set(asked), customers: new Map((await find.named(asked)).map((one) => [one.username, one])) }
    },
    enabled: names !== '',
    placeholderData: keepPreviousData,
  })
  // If the lookup fails, rows are sent unchecked, because the server checks them anyway.
  return { customers: data?.customers, isNobody: (username) => data?.asked.has(fold(username)) === true && !data.customers.has(username) }
}
