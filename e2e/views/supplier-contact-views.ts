// The screens of contacts at suppliers, each with content.
import type { Page } from 'playwright-core'
import { beforeTheApp, callsOn } from '../kit/calls.ts'
import { t } from '../kit/texts.ts'

const by = { as: 'nord' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

async function made(page: Page) {
  await beforeTheApp(page)
  const { suppliersList, supplierContactAdd } = callsOn(page)
  const { content } = await suppliersList({ filters: { status: true } })
  const person = { name: 'Dominique Durand', task: 'orders', email: 'durand@example.test', telephone: '+33 1 23 45 67 89', remarks: '' } as const
  return supplierContactAdd({ supplier_id: content[0]?.supplier_id ?? '', ...person })
}

async function list(page: Page) {
  await made(page)
  await page.goto('/supplier-contacts/view')
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
}

async function adding(page: Page) {
  await page.goto('/supplier-contact/add')
  await button(page, t('house.screens.supplier_contact_add'))
}

async function editing(page: Page) {
  const { supplier_contact_id } = await made(page)
  await page.goto(`/supplier-contact/edit/${supplier_contact_id}`)
  await button(page, t('house.words.save'))
}

export const supplierContactViews = [
  { name: '/supplier-contacts/view', by, open: list },
  { name: '/supplier-contact/add', by, open: adding },
  { name: '/supplier-contact/edit/$supplierContactId', by, open: editing },
]
