// The remaining stock of a denomination. If no stock is on sale but some is unpublished, a button puts that stock on sale.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { row: Row<'stockList'>; mayPublish: boolean }

export function Unsold({ row, mayPublish }: Props) {
  const t = useTranslations('stock')
  const word = useTranslations('words')
  const named = useNamed()
  const [isAsking, setAsking] = useState(false)
  const publish = useCall('stockList', { refresh: ['stockList', 'productsList', 'poolsList', 'sellerProductsV2', 'dashboard'], done: () => setAsking(false) })
  if (row.unsold > 0 || row.unpublished === 0) return format.count(row.unsold)
  const figures = { n: row.unpublished, count: format.count(row.unpublished) }
  return (
    <span className="row" style={{ justifyContent: 'flex-end' }}>
      <span className="badge danger">{t('waiting', figures)}</span>
      {mayPublish && (
        <Button size="xs" aria-label={named(word('put_on_sale'), goodsName(row))} onClick={() => setAsking(true)}>
          {word('put_on_sale')}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('waiting_ask', { ...figures, goods: goodsName(row) })}
          confirm={word('put_on_sale')}
          busy={publish.isPending}
          onConfirm={() => publish.mutate({ configuration_id: row.configuration_id, action: 'publish', limit: 1 })}
          onClose={() => setAsking(false)}
        >
          <p>{t('picked.publish_effect')}</p>
          <Refusal error={publish.error} changes />
        </Confirm>
      )}
    </span>
  )
}
