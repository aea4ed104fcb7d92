// Puts chosen stock on sale or takes it off, one denomination after the other. For each denomination it changes all batches or no batch. Denominations that
// failed are named and can be tried again.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { ask, type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { type Step, step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { LeftOut } from '../../../kit/list/LeftOut.tsx'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { configuration_ids: readonly string[]; done: () => void }
type Refused = { configuration_id: string; error: unknown }

const changed = ['stockList', 'productsList', 'poolsList', 'sellerProducts', 'sellerProductsV2', 'dashboard'] as const

export function PublishPicked({ configuration_ids, done }: Props) {
  const t = useTranslations('stock.picked')
  const cache = useQueryClient()
  const [asked, setAsked] = useState<'publish' | 'unpublish'>()
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [leftOut, setLeftOut] = useState(0)
  /**
   * The error of a call that got no answer. It is unknown whether its denomination was changed; the remaining denominations are not tried, because their calls
   * would get no answer either.
   */
  const [broken, setBroken] = useState<unknown>()
  /** The calls that undo what was done, a call for each batch that was changed. */
  const back = useRef<Step[]>([])
  const lost = useRef(0)
  function open(action: 'publish' | 'unpublish') {
    setLeft(configuration_ids)
    setRefused([])
    setBroken(undefined)
    back.current = []
    lost.current = 0
    setAsked(action)
  }
  function close() {
    if (back.current.length > 0)
      offerUndo({ steps: back.current, unsure: lost.current, rows: new Set(back.current.map(({ label }) => label)).size, refresh: changed })
    setAsked(undefined)
  }
  async function set(action: 'publish' | 'unpublish') {
    setBusy(true)
    setRefused([])
    setBroken(undefined)
    const failed: Refused[] = []
    let others = 0
    const todo = new Set(left)
    for (const configuration_id of left) {
      try {
        back.current.push(...backOf(action, await ask('stockList', { configuration_id, action, limit: 1 })))
        todo.delete(configuration_id)
        setLeft([...todo])
      } catch (error) {
        if (!(error instanceof CallError)) {
          setBroken(error)
          lost.current++
          break
        }
        // Stock of another organisation is only counted and not tried again. Other denominations that failed can be tried again.
        if (error.code === 'not_found') todo.delete(configuration_id)
        if (error.code === 'not_found') others++
        else failed.push({ configuration_id, error })
      }
    }
    setRefused(failed)
    setBusy(false)
    await Promise.all(changed.map((name) => cache.invalidateQueries({ queryKey: [name] })))
    setLeft([...todo])
    if (todo.size > 0) return
    close()
    if (others > 0) setLeftOut(others)
    else done()
  }
  const counts = { n: configuration_ids.length, count: format.count(configuration_ids.length) }
  const ready = configuration_ids.length - left.length
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open('publish')}>
        {t('publish')}
      </Button>
      <Button size="xs" color="danger" variant="outline" onClick={() => open('unpublish')}>
        {t('unpublish')}
      </Button>
      {leftOut > 0 && <LeftOut title={t('publish')} count={leftOut} onClose={done} />}
      {asked && (
        <Confirm
          title={t(`${asked}_ask`, counts)}
          confirm={t(asked)}
          {...(asked === 'unpublish' && { danger: true as const })}
          busy={isBusy}
          onConfirm={() => set(asked)}
          onClose={close}
        >
          <p>{t(`${asked}_effect`)}</p>
          {(isBusy || ready > 0) && <p role="status">{t('ready', { ready: format.count(ready), count: counts.count })}</p>}
          {refused.map((one) => (
            <NotDone key={one.configuration_id} {...one} />
          ))}
          <Refusal error={broken} changes />
        </Confirm>
      )}
    </>
  )
}

function backOf(action: 'publish' | 'unpublish', { content, set_batches }: Output<'stockList'>): Step[] {
  const [row] = content
  if (!row) return []
  const input = { configuration_id: row.configuration_id, action: action === 'publish' ? ('unpublish' as const) : ('publish' as const), limit: 1 }
  return set_batches.map((batch_no) => step('stockList', { ...input, batch_no }, goodsName(row)))
}

function NotDone({ configuration_id, error }: Refused) {
  const [row] = useQuery(query('stockList', { configuration_id, limit: 1 })).data?.content ?? []
  return (
    <div>
      <b>{row ? goodsName(row) : '–'}</b>
      <Refusal error={error} changes />
    </div>
  )
}
