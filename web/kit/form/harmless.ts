// Fields whose change can be undone shortly after saving: they only name, find or describe a person or thing. Fields that money, stock, prices, taxes, rights,
// signing in or documents depend on are excluded, because money is reversed by a booking, and the other fields are changed again on their screen.
import type { CallName, Input } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import { changes, differing, readFields, type Shape, type Values } from './form-values.ts'

export const harmless: { [N in CallName]?: readonly Extract<keyof Input<N>, string>[] } = {
  customerUpdate: [
    'name',
    'customer_number',
    'full_name',
    'address',
    'house_no',
    'postal',
    'city',
    'organisation_type',
    'shop_type',
    'template',
    'default_language',
  ],
  supplierUpdate: ['company', 'full_name', 'address', 'city', 'postalcode', 'telephone', 'director', 'hrb', 'remarks'],
  staffUpdate: ['full_name', 'job_role', 'language'],
  productUpdate: ['product_name', 'customer_care', 'instructions'],
  planUpdate: ['plan_name'],
  poolsList: ['pool_name'],
  deviceChange: ['tag'],
}

/**
 * Returns the call that undoes a saved change: the same fields with their earlier values. `saved`: the answer, with the row's new version. Undefined if a
 * field was changed that is not harmless, or if an earlier value cannot be sent again.
 */
export function inverseOf(name: CallName, before: Values, saved: Values, fixed: Values, said: object): Values | undefined {
  const { input } = contractOf(name)
  const shape = input.shape as Shape
  const changed = differing(shape, before, saved)
  const allowed: readonly string[] = harmless[name] ?? []
  if (changed.length === 0 || !changed.every((field) => allowed.includes(field))) return undefined
  const back = { ...saved, ...Object.fromEntries(changed.map((field) => [field, before[field]])) }
  const version = 'version' in said && 'version' in shape ? { version: said.version } : {}
  const { data, problems } = readFields(input, { ...changes(shape, saved, back), ...fixed, ...version })
  return problems.length === 0 ? data : undefined
}
