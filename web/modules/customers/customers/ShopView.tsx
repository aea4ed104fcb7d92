// A shop's till as its parent organisation sees it: the goods on offer, their prices, and marks for the remaining stock.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { FEW } from '../../../kit/counter/stock-left.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'

type Offer = Output<'shopOffers'>['content'][number]

export default function ShopView({ customer_id, name, onClose }: { customer_id: string; name: string; onClose: () => void }) {
  const t = useTranslations('customers.shop_view')
  const wordOf = useTranslations('house.words')
  // The server logs each view, so the dialog requests it only once, when it opens.
  const till = useQuery({ ...query('shopOffers', { customer_id }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnMount: false, retry: false })
  return (
    <Dialog title={t('title', { name })} wide onClose={onClose}>
      <div className="stack">
        <p className="muted">{t('text')}</p>
        {till.isPending && <p role="status">{wordOf('loading')}</p>}
        {till.isError && <Failed error={till.error} retry={() => till.refetch()} />}
        {till.data?.hides_prices && <p className="notice">{t('hidden')}</p>}
        {till.data && (till.data.content.length === 0 ? <p>{t('none')}</p> : <Offers offers={till.data.content} />)}
      </div>
    </Dialog>
  )
}

function Offers({ offers }: { offers: readonly Offer[] }) {
  const t = useTranslations('customers.shop_view')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">{field('product')}</th>
          <th scope="col" className="number">
            {t('price')}
          </th>
          <th scope="col">{t('stock')}</th>
        </tr>
      </thead>
      <tbody>
        {offers.map(({ configuration_id, product_name, value, price, left }) => (
          <tr key={configuration_id}>
            <td>{`${product_name} ${format.money(value)}`}</td>
            <td className="number">{price === null ? '–' : format.moneyExact(price)}</td>
            <td>
              <span className={`badge ${left === 0 ? 'danger' : left !== null && left <= FEW ? 'warning' : 'success'}`}>
                {left === 0 ? word('sold_out') : left !== null && left <= FEW ? t('few', { count: format.count(left) }) : field('in_stock')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
