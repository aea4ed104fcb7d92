// Makes a purchase of a recharge or a code, and keeps the error if the purchase fails.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from '../../../../contract/kit/client.ts'
import type { CodeSource } from '../../../../contract/till/recharges.ts'
import type { Sale } from '../../../../contract/till/selling.ts'
import { ask } from '../../../kit/base/api.ts'
import { firstShown } from '../../../kit/counter/sold-cards.ts'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import type { Way } from './ways.ts'

const moved = ['rechargesList', 'rechargeOffers', 'onDemandSold', 'onDemandOffers', 'balance', 'authCheck'] as const

type Code = { configuration_id: string; price_seen: number }
type Recharge = Code & { mobile_number: string; mobile_number_again: string; once_more: boolean }

/** Returns the sale as shown for the first time, because a key is used only until its first answer arrives, so no earlier answer was shown. */
const shownFirst = (sale: Sale | null) => sale && firstShown(sale)

/** Sells with one transaction key per purchase. If no answer came, the next press sends the same key again. */
export function usePurchase(by: Way) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const open = useRef<{ content: string; transaction_key: string }>(undefined)
  /** Where the code comes from. After the supplier has refused, it is set to stock, so that the next attempt sells from stock only, with another key. */
  const source = useRef<CodeSource>(undefined)

  async function keyFor(content: string): Promise<string> {
    if (open.current?.content !== content) open.current = { content, ...(await ask('transactionKey', {})) }
    return open.current.transaction_key
  }
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
      open.current = undefined
    } catch (error) {
      if (isRefusal(error)) open.current = undefined
      setRefusal(error)
    } finally {
      setBusy(false)
      for (const name of moved) cache.invalidateQueries({ queryKey: [name] })
    }
  }
  async function codeFrom(asked: Code): Promise<Sale | null> {
    if (by === 'on_demand') return (await ask('onDemandSell', { ...asked, transaction_key: await keyFor(JSON.stringify(asked)) })).sale
    const wanted = { ...asked, ...(source.current && { comes_from: source.current }) }
    return (await ask('rechargeCode', { ...wanted, transaction_key: await keyFor(JSON.stringify(wanted)) })).sale
  }
  const sell = {
    recharge: (asked: Recharge, onSent: () => void, onSold: (sale: Sale | null) => void) =>
      attempt(async () => {
        const wanted = { ...asked, transaction_key: await keyFor(JSON.stringify(asked)) }
        if (by === 'on_demand') return onSold(shownFirst((await ask('onDemandSell', wanted)).sale))
        await ask('rechargeSend', wanted)
        onSent()
      }),
    code: (asked: Code, onSold: (sale: Sale | null) => void) =>
      attempt(async () => {
        try {
          onSold(shownFirst(await codeFrom(asked)))
        } catch (error) {
          if (by === 'on_demand' || !(error instanceof CallError) || error.code !== 'supplier_refused' || source.current) throw error
          source.current = 'stock'
          const fromStock = await codeFrom(asked).catch((second: unknown) => {
            if (!(second instanceof CallError) || second.code !== 'out_of_stock') throw second
            source.current = undefined
            throw error
          })
          onSold(shownFirst(fromStock))
        }
      }),
  }
  return { sell, busy, refusal, forget: () => setRefusal(undefined) }
}
