// The screens about suppliers that are asked at the moment of sale: connections, the log of messages, orders and cases.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { newCase } from '../kit/cases.ts'
import { onItsHost } from '../kit/open-page.ts'
import { t } from '../kit/texts.ts'
import { at, atOne, type CallsClient, firstRow, heading, reseller } from './shop-views.ts'

const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

const inTenant = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await onItsHost(page)
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  await at(path, ready)(page)
}

async function someConnection({ tenantChoose, connectionsList }: CallsClient) {
  await tenantChoose({ tenant_id: 1 })
  return (await connectionsList({})).content[0]?.connection_id
}

/** Tests the bus company's connection, whose simulator runs beside the journeys, so that the log has at least one message. */
async function logged(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  await calls.tenantChoose({ tenant_id: 1 })
  const [buses] = (await calls.connectionsList({ filters: { adapter: 'flixbus' } })).content
  await calls.connectionTest({ connection_id: buses?.connection_id ?? '' })
  await at('/report/dynamic-products-log/requests', firstRow)(page)
}

async function withCase(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  await calls.tenantChoose({ tenant_id: 1 })
  await newCase(calls)
  await at('/cases', firstRow)(page)
}

export const connectionViews = [
  { name: '/connections', by: platform, open: inTenant('/connections', firstRow) },
  { name: '/connection/add', by: platform, open: inTenant('/connection/add', (page) => page.getByLabel(t('fields.account_end')).waitFor()) },
  {
    name: '/connection/edit/$connectionId',
    by: platform,
    open: atOne(
      (id) => `/connection/edit/${id}`,
      someConnection,
      (page) => page.getByRole('button', { name: t('connections.test') }).waitFor(),
    ),
  },
  { name: '/report/dynamic-products-log', by: platform, open: inTenant('/report/dynamic-products-log', heading(new RegExp(t('house.screens.live_log')))) },
  { name: '/report/dynamic-products-log/requests', by: platform, open: logged },
  { name: '/transaction-check', by: reseller, open: at('/transaction-check', heading(new RegExp(t('house.screens.transaction_check')))) },
  { name: '/live-orders', by: platform, open: inTenant('/live-orders', heading(new RegExp(t('house.screens.live_orders')))) },
  { name: '/cases', by: platform, open: withCase },
  { name: '/statements', by: platform, open: inTenant('/statements', heading(new RegExp(t('house.screens.statements')))) },
]
