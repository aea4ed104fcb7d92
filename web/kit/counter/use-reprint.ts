// Prints a slip again as the reprint policy allows: at once, with a reason, or only by a manager.
import { useRef, useState } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import type { Sale } from '../../../contract/till/selling.ts'
import { ask } from '../base/api.ts'

export type ReprintTrouble =
  | { kind: 'reason_needed'; sale_id: string }
  | { kind: 'manager_needed' }
  | { kind: 'nothing_sold' }
  | { kind: 'refused'; error: unknown }

export function troubleOf(error: unknown): ReprintTrouble {
  if (!(error instanceof CallError)) return { kind: 'refused', error }
  const { why, sale_id } = error.detail
  if (error.code === 'reprint_refused' && why === 'manager_needed') return { kind: 'manager_needed' }
  if (error.code === 'reprint_refused' && why === 'reason_needed') return { kind: 'reason_needed', sale_id: String(sale_id) }
  return error.code === 'not_found' ? { kind: 'nothing_sold' } : { kind: 'refused', error }
}

export function useReprint(done: (copy: Sale, more: readonly Sale[]) => void) {
  const [trouble, setTrouble] = useState<ReprintTrouble>()
  const isAsking = useRef(false)
  const asked = useRef<readonly string[]>([])
  /** Requests a reprint of one sale, or of the sales of a basket on one slip; without ids, of the user's last sale. */
  async function reprint(sale_ids: readonly string[], reason?: string) {
    if (isAsking.current) return
    isAsking.current = true
    asked.current = sale_ids
    setTrouble(undefined)
    try {
      const [sale_id, ...further] = sale_ids
      const why = reason ? { reason } : {}
      if (further.length === 0) return done(await ask('reprint', { ...(sale_id ? { sale_id } : {}), ...why }), [])
      const [sale, ...more] = (await ask('reprintBasket', { sale_ids: [...sale_ids], ...why })).sales
      if (sale) done(sale, more)
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      isAsking.current = false
    }
  }
  /** Repeats the last request, which lacked a reason, with this reason. */
  const again = (sale_id: string, reason: string) => reprint(asked.current.length > 1 ? asked.current : [sale_id], reason)
  return { reprint, again, trouble, dismiss: () => setTrouble(undefined) }
}
