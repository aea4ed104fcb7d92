// Reports of sales, with rows and with the details that open from them.
import type { Page } from 'playwright-core'
import { t } from '../kit/texts.ts'
import { at, firstRow, heading, reseller } from './shop-views.ts'

const DAYS = 'period=last_7_days'

export const salesViews = [
  { name: '/reports-sales', by: reseller, open: at(`/reports-sales?${DAYS}`, firstRow) },
  { name: '/reports-sales all filters', by: reseller, open: at(`/reports-sales?${DAYS}`, allFilters) },
  { name: '/reports-sales one sale', by: reseller, open: at(`/reports-sales?${DAYS}`, oneSale) },
  { name: '/reports-sales-new', by: reseller, open: at(`/reports-sales-new?${DAYS}&across=product`, charted(t('charts.over_time'))) },
  { name: '/reports-sales-comparison', by: reseller, open: at(`/reports-sales-comparison?${DAYS}`, charted(t('charts.differences'))) },
  { name: '/reseller-reports-sales', by: reseller, open: at(`/reseller-reports-sales?${DAYS}`, firstRow) },
  { name: '/report/recharge-summary', by: reseller, open: at(`/report/recharge-summary?${DAYS}`, heading(new RegExp(t('house.screens.sales_operators')))) },
]

async function allFilters(page: Page) {
  await firstRow(page)
  await page.getByRole('button', { name: t('pages.list.filters'), exact: true }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).waitFor()
}

async function oneSale(page: Page) {
  await firstRow(page)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('sales-reports.sale.showings') })
    .waitFor()
}

function charted(title: string) {
  return async (page: Page) => {
    await firstRow(page)
    await page.getByRole('heading', { name: title }).waitFor()
  }
}
