// The screens of status notices, each with content.
import type { Page } from 'playwright-core'
import { beforeTheApp, callsOn } from '../kit/calls.ts'
import { t } from '../kit/texts.ts'

const by = { as: 'nord' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

async function made(page: Page) {
  await beforeTheApp(page)
  return callsOn(page).statusNoticeAdd({ headline: 'First', kind: 'disturbance', valid_from: '2026-12-25', valid_until: '2026-12-25', note: 'First' })
}

async function list(page: Page) {
  await made(page)
  await page.goto('/status-notices/view')
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
}

async function adding(page: Page) {
  await page.goto('/status-notice/add')
  await button(page, t('house.screens.status_notice_add'))
}

async function editing(page: Page) {
  const { status_notice_id } = await made(page)
  await page.goto(`/status-notice/edit/${status_notice_id}`)
  await button(page, t('house.words.save'))
}

export const statusNoticeViews = [
  { name: '/status-notices/view', by, open: list },
  { name: '/status-notice/add', by, open: adding },
  { name: '/status-notice/edit/$statusNoticeId', by, open: editing },
]
