// Up to three things to do now, each with one button: put stock on sale, top up a customer, order stock, or ask for credit.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EURO } from '../../../../contract/kit/money.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { Link } from '../../../kit/router/Pages.tsx'
import styles from './dashboard.module.css'
import type { PartData } from './use-parts.ts'

/** The data of the parts of the start page that have been loaded. */
type Parts = Partial<Record<'stock' | 'wallet' | 'customers', PartData | undefined>>
type Task = { text: string; action: string; to: string }

const MOST = 3
/** A customer who has less than this amount available is proposed for a top-up, because that covers only one or two sales. */
const DRY = 50 * EURO
const WORRY_DAYS = 3
const FEW_SALES = 10

export function ToDo(known: Parts) {
  const t = useTranslations('sales.to_do')
  const tasks = useTasks(known)
  if (tasks.length === 0) return null
  return (
    <section className="card stack" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul className={`lines gap-12 ${styles.actions}`}>
        {tasks.slice(0, MOST).map(({ text, action, to }) => (
          <li key={text} className="abreast gap-12">
            <span>{text}</span>
            <Button component={Link} to={to} size="xs" variant="default" aria-label={`${action}: ${text}`}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useTasks(known: Parts): Task[] {
  const t = useTranslations('sales.to_do')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const user = useUser()
  const { stock = null, to_publish = null } = known.stock ?? {}
  const { customers_low = null } = known.customers ?? {}
  const { wallet = null } = known.wallet ?? {}
  const dry = can(user, 'walletChange') ? customers_low?.find(({ available }) => available < DRY) : undefined
  const ending = can(user, 'stockUpload') ? stock?.find(({ unsold, days_left }) => unsold === 0 || (days_left !== null && days_left < WORRY_DAYS)) : undefined
  const isShort = wallet?.sales_left !== null && wallet !== null && (wallet.sales_left ?? FEW_SALES) < FEW_SALES
  return [
    ...(to_publish
      ? [
          {
            text: t('publish', { goods: goodsName(to_publish), count: format.count(to_publish.waiting) }),
            action: word('put_on_sale'),
            to: `/inventory/details/${to_publish.configuration_id}`,
          },
        ]
      : []),
    ...(dry
      ? [
          {
            text: t('credit', { name: dry.name, amount: format.money(dry.available) }),
            action: word('top_up_balance'),
            to: `/customer/${dry.customer_id}/credit/add`,
          },
        ]
      : []),
    ...(ending
      ? [{ text: t('order', { goods: goodsName(ending), count: format.count(ending.unsold) }), action: screen('stock_add'), to: '/inventory/add' }]
      : []),
    ...(isShort && can(user, 'walletOwn')
      ? [{ text: t('own', { amount: format.money(wallet.available) }), action: t('own_action'), to: '/seller/credit' }]
      : []),
  ]
}
