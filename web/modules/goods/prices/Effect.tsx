// Shows what a change would do before it is saved: the customers affected, the margin, and the goods that would sell below cost.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'

export function Effect({ asked }: { asked: Input<'priceEffect'> }) {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const effect = useQuery({ ...query('priceEffect', asked), gcTime: 0, staleTime: 0 })
  if (effect.isError) return <Failed error={effect.error} retry={() => effect.refetch()} />
  if (!effect.data) return <p role="status">{word('loading')}</p>
  const { customers, shops, margin_before, margin_after, below_cost, gained, lost, repriced, unchanged } = effect.data
  const changes = (
    [
      ['gained', gained],
      ['lost', lost],
      ['repriced', repriced],
      ['unchanged', unchanged],
    ] as const
  ).filter(([, count]) => count > 0)
  const facts = [
    { label: field('customers'), value: format.count(customers) },
    { label: t('shops'), value: format.count(shops) },
    { label: t('margin_before'), value: format.money(margin_before) },
    { label: t('margin_after'), value: <span className={margin_after < margin_before ? 'negative' : undefined}>{format.money(margin_after)}</span> },
  ]
  return (
    <>
      <Facts facts={facts} />
      <p>{changes.length === 0 ? t('diff.none') : changes.map(([kind, count]) => t(`diff.${kind}`, { [kind]: count })).join(' ')}</p>
      {below_cost.length > 0 && (
        <div className="notice danger">
          <b>{t('below_cost')}</b>
          <ul>
            {below_cost.map((row) => (
              <li key={`${row.product_name} ${row.value}`}>
                {t('below_line', {
                  product: row.product_name,
                  value: format.money(row.value),
                  price: format.moneyExact(row.price),
                  cost: format.moneyExact(row.cost),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
