import { useTranslations } from 'use-intl'
import type { WebhookEvent } from '../../../../contract/sales/webhooks.ts'

const keys = {
  'sale.completed': 'sale_completed',
  'sale.returned': 'sale_returned',
  'balance.low': 'balance_low',
  'price.changed': 'price_changed',
} as const satisfies Record<WebhookEvent, string>

/** Names an event in the user's language; a key of the texts may not contain a dot. */
export function useEventName(): (event: WebhookEvent) => string {
  const t = useTranslations('webhooks.events')
  return (event) => t(keys[event])
}
