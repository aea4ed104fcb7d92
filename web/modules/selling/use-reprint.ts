// Prints a slip again under the reprint policy: at once, with a reason, or only by a manager.
import { useRef, useState } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import type { Sale } from '../../../contract/selling.ts'
import { ask } from '../../kit/base/api.ts'

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

export function useReprint(done: (copy: Sale) => void) {
  const [trouble, setTrouble] = useState<ReprintTrouble>()
  const isAsking = useRef(false)
  /** Without a sale_id, it is the user's last sale. */
  async function reprint(sale_id?: string, reason?: string) {
    if (isAsking.current) return
    isAsking.current = true
    setTrouble(undefined)
    try {
      done(await ask('reprint', { ...(sale_id ? { sale_id } : {}), ...(reason ? { reason } : {}) }))
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      isAsking.current = false
    }
  }
  return { reprint, trouble, dismiss: () => setTrouble(undefined) }
}
