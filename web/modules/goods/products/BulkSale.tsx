// Puts chosen products on sale or takes them off, one after the other. After a refusal the remaining products can be sent again; products that were already
// changed stay changed.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { product_ids: readonly string[]; done: () => void }

export function SaleOfPicked({ product_ids, done }: Props) {
  const t = useTranslations('goods.products')
  const word = useTranslations('words')
  const cache = useQueryClient()
  const [asked, setAsked] = useState<'stop' | 'start'>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function set(is_active: boolean) {
    setBusy(true)
    setFailure(undefined)
    try {
      for (const product_id of product_ids) await ask('productUpdate', { product_id, is_active })
      done()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      await Promise.all(['productsList', 'stockList'].map((name) => cache.invalidateQueries({ queryKey: [name] })))
    }
  }
  const counts = { n: product_ids.length, count: format.count(product_ids.length) }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked('start')}>
        {word('put_on_sale')}
      </Button>
      <Button size="xs" color="danger" variant="outline" onClick={() => setAsked('stop')}>
        {word('take_off_sale')}
      </Button>
      {asked && (
        <Confirm
          title={t(asked === 'stop' ? 'stop.ask_picked' : 'stop.start_picked', counts)}
          confirm={asked === 'stop' ? word('take_off_sale') : word('put_on_sale')}
          {...(asked === 'stop' && { danger: true as const })}
          busy={busy}
          onConfirm={() => set(asked === 'start')}
          onClose={() => setAsked(undefined)}
        >
          <Refusal error={failure} changes />
          <p>{t(asked === 'stop' ? 'stop.kept' : 'stop.effect_picked')}</p>
        </Confirm>
      )}
    </>
  )
}
