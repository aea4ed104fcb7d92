// Where a person's rights come from: the rights that the person's organisation has, and who can grant it more.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import type { Staff } from '../../../../contract/people/staff.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { actorOf } from '../../../kit/base/can.ts'
import type { Source } from './RightsOfPerson.tsx'

export type Place = Source & { account_role: number }

export const presetsAt = ({ account_role }: Place) => (account_role === accountRole.seller ? 'shop_staff' : 'office_staff')

/** Returns, for an existing person, the rights that the person's organisation has, and who can grant it more. */
export function useSourceOf({ organisation_id, organisation_name, organisation_flags, account_role }: Staff): Place {
  const { customer_id, grantor } = useUser()
  const above = useTranslations('staff.matrix')('above')
  return { name: organisation_name, grantor: organisation_id === customer_id ? grantor : above, held: organisation_flags, account_role }
}

/**
 * Returns where a new person's rights come from (see `useSourceOf`). `customer_id`: the organisation that the person joins; '' means the user's own. The rights
 * of another organisation are read from any person who works there.
 */
export function useSource(customer_id: string): Place | undefined {
  const user = useUser()
  const above = useTranslations('staff.matrix')('above')
  const asked = useQuery({ ...query('staffList', { filters: { organisation_id: customer_id }, limit: 1 }), enabled: customer_id !== '' })
  if (customer_id === '') return { name: user.organisation_name, grantor: user.grantor, held: actorOf(user).flags, account_role: user.account_role }
  const [there] = asked.data?.content ?? []
  return there && { name: there.organisation_name, grantor: above, held: there.organisation_flags, account_role: there.account_role }
}
