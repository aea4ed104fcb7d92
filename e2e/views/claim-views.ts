// The screens about claims, each with content: for a shop, for the reseller that decides, and for a reseller between the two.
import type { Page } from 'playwright-core'
import { callsAs } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { sellBy } from '../kit/shop.ts'
import { begins, t } from '../kit/texts.ts'
import { at, atOne, type CallsClient, firstRow, reseller, settled } from './shop-views.ts'

const shop = { as: 'kiosque', kept: { language: 'fr' } }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const between = { as: 'sud', kept: { language: 'fr' } }

let made: Promise<unknown> | undefined
/** Makes a claim for each of two shops; one reseller hands its shop's claim on to its own parent. The claims are made once, for the first view. */
const withClaims = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  made ??= someClaims()
  await made
  return open(page)
}

async function someClaims() {
  for (const name of ['kiosque', 'port']) {
    const calls = await callsAs(name)
    const { content } = await calls.sellerProductsV2({})
    const offer = content.find(({ left }) => left === null || left > 1)
    const { sale_id } = await sellBy(calls, offer?.configuration_id ?? '', 2)
    await calls.reclaimSubmit({ sale_id, reason: 'not_working', remarks: 'Le code est refusé' })
  }
  const sud = await callsAs('sud')
  const [row] = (await sud.reclaimsList({ filters: { state: 'new' } })).content
  if (row) await sud.reclaimsList({ action: 'hand_on', reclaim_ids: [row.reclaim_id], note: 'Vos cartes' })
}

const someClaim = async ({ reclaimsList }: CallsClient) => (await reclaimsList({})).content[0]?.reclaim_id

const deciding = (step: 'approve' | 'reject') => async (page: Page) => {
  await onItsHost(page)
  await atOne(
    (id) => `/reclaim-request/${id}`,
    async ({ reclaimsList }) => {
      const { content } = await reclaimsList({ filters: { is_open: true }, search_text: 'Kiosque' })
      const row = content.find(({ state }) => state === 'new' || state === 'in_review')
      if (row?.state === 'new') await reclaimsList({ action: 'take', reclaim_ids: [row.reclaim_id] })
      return row?.reclaim_id
    },
  )(page)
  const name = t(`reclamations.steps.${step}`)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name }).waitFor()
}

async function pasting(page: Page) {
  await go(page, '/seller-reclaim-requests')
  await page
    .getByRole('button', { name: t('house.screens.claim_new') })
    .first()
    .click()
  await page.getByLabel(t('reclamations.serials')).fill('NO-SUCH-SERIAL')
  await page.getByRole('button', { name: t('reclamations.look', { count: 1 }) }).click()
  await page.getByRole('dialog').getByText(t('reclamations.claimed_as.unknown_pin')).waitFor()
}

async function supplier(page: Page) {
  await go(page, '/reclaim-requests')
  await page.getByRole('button', { name: t('reclamations.supplier.title') }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: begins('fields.supplier') })
    .waitFor()
}

export const claimViews = [
  { name: '/reclaim-requests', by: reseller, open: withClaims(at('/reclaim-requests', firstRow)) },
  { name: '/reclaim-requests across', by: platform, open: withClaims(at('/reclaim-requests?tenants=all', firstRow)) },
  { name: '/reclaim-requests supplier', by: reseller, open: withClaims(supplier) },
  { name: '/reclaim-request/$reclaimId', by: reseller, open: withClaims(atOne((id) => `/reclaim-request/${id}`, someClaim, settled)) },
  { name: '/reclaim-request/$reclaimId approving', by: reseller, open: withClaims(deciding('approve')) },
  { name: '/reclaim-request/$reclaimId rejecting', by: reseller, open: withClaims(deciding('reject')) },
  { name: '/reseller-reclaim-requests', by: between, open: withClaims(at('/reseller-reclaim-requests', firstRow)) },
  { name: '/seller-reclaim-requests', by: shop, open: withClaims(at('/seller-reclaim-requests', firstRow)) },
  { name: '/seller-reclaim-requests pasting', by: shop, open: withClaims(pasting) },
  { name: '/seller-reclaim/$reclaimId', by: shop, open: withClaims(atOne((id) => `/seller-reclaim/${id}`, someClaim, settled)) },
]
