// Claims of the demo world, in every state: the steps of each claim, with how many days ago each was taken.
import type { ReclaimStep, reclaimReasons } from '../../contract/sales/reclamations.ts'
import { handlers } from '../handlers.ts'
import type { Desk } from './demo-desk.ts'
import { inTenant, type People } from './demo-people.ts'

/** For how many days after the sale suppliers take cards back: so few days that the deadline of a waiting claim is near. */
export const RECLAIM_DAYS = 14

type Move = { ago: number; by: string; step: ReclaimStep; note?: string }
type DemoClaim = {
  shop: string
  /** How many days before the claim the card was sold, at least. */
  soldBefore?: number
  taxed?: true
  ago: number
  reason: (typeof reclaimReasons)[number]
  remarks?: string
  withLetter?: true
  moves: readonly Move[]
}

/** The steps of a claim that is requested from the supplier, answered and refunded. */
const accepted = (ago: number): Move[] => [
  { ago: ago - 1, by: 'nord', step: 'take' },
  { ago: ago - 1, by: 'nord', step: 'ask' },
  { ago: ago - 3, by: 'nord', step: 'approve' },
  { ago: ago - 4, by: 'nord', step: 'accept' },
]

/**
 * The claims of the demo world. `monthAgo`: how many days ago the last month began. The invoices of cards that were refunded in that month are corrected at its
 * end.
 */
const demoClaims = (monthAgo: number): DemoClaim[] => [
  { shop: 'kiosque', soldBefore: 2, ago: monthAgo, reason: 'not_working', remarks: 'Le code est refusé par l’opérateur.', moves: accepted(monthAgo) },
  { shop: 'kiosque', soldBefore: 2, taxed: true, ago: monthAgo - 1, reason: 'already_used', moves: accepted(monthAgo - 1) },
  {
    shop: 'gare',
    ago: 12,
    reason: 'already_used',
    remarks: 'Client habituel, carte jamais grattée.',
    withLetter: true,
    moves: [
      { ago: 11, by: 'nord', step: 'take' },
      { ago: 11, by: 'nord', step: 'message', note: 'Avez-vous gardé le ticket du client ?' },
      { ago: 10, by: 'gare', step: 'message', note: 'Oui, il est dans la pièce jointe.' },
      { ago: 9, by: 'nord', step: 'ask' },
    ],
  },
  { shop: 'kiosque', ago: 8, reason: 'not_working', moves: accepted(8) },
  {
    shop: 'kiosque',
    ago: 6,
    reason: 'not_printed',
    remarks: 'Papier coincé dans l’imprimante.',
    moves: [
      { ago: 5, by: 'nord', step: 'take' },
      { ago: 5, by: 'nord', step: 'ask' },
      { ago: 2, by: 'nord', step: 'approve' },
    ],
  },
  {
    shop: 'kiosque',
    ago: 5,
    reason: 'wrong_product',
    moves: [
      { ago: 4, by: 'nord', step: 'take' },
      { ago: 3, by: 'nord', step: 'reject', note: 'La carte a été utilisée une heure après la vente.' },
    ],
  },
  {
    shop: 'port',
    ago: 4,
    reason: 'not_working',
    moves: [
      { ago: 3, by: 'sud', step: 'take' },
      { ago: 3, by: 'sud', step: 'hand_on' },
    ],
  },
  { shop: 'gare', ago: 3, reason: 'other', remarks: 'Le client a payé deux fois.', moves: [{ ago: 2, by: 'nord', step: 'take' }] },
  { shop: 'port', ago: 2, reason: 'already_used', moves: [] },
  { shop: 'dom', ago: 2, reason: 'not_working', remarks: 'Code ungültig.', moves: [] },
  { shop: 'kiosque', ago: 1, reason: 'not_working', remarks: 'Erreur 51 au rechargement.', moves: [] },
]

/** A PDF of one page with a line of text. Its source is written out, because drawing a PDF takes longer than all other work on a claim. */
const LETTER = [
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 226 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n',
  '4 0 obj<</Length 76>>stream\nBT /F 12 Tf 24 250 Td (Ticket du client) Tj 0 -20 Td (Tabac de la Gare) Tj ET\nendstream endobj\n',
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
].join('')

async function* bytesOf(text: string) {
  yield Buffer.from(text, 'latin1')
}

export type Claims = { make: (ago: number) => Promise<void>; move: (ago: number) => Promise<void> }

export function claimsOf(desk: Desk, { shops }: People, monthAgo: number): Claims {
  const all = demoClaims(monthAgo)
  const made = new Map<DemoClaim, string[]>()
  const shopOf = ({ shop }: DemoClaim) => shops.find(({ world }) => world.key === shop)

  /** The newest sale that is old enough for the claim and has no claimed PIN yet. */
  async function saleOf(claim: DemoClaim): Promise<string | undefined> {
    const shop = shopOf(claim)
    if (!shop) return undefined
    const before = new Date(desk.clock.now.getTime() - (claim.soldBefore ?? 0) * 86_400_000)
    return inTenant(desk.owner, shop.tenant_id, async (q) => {
      const { rows } = await q.query<{ id: string }>(
        `select s.id from sales s
          where s.tenant_id = $1 and s.seller_id = $2 and s.created_at < $3 and s.quantity = 1
            and ($4 = (s.vat_rate > 0)) and not exists (select from reclamations r where r.tenant_id = $1 and r.sale_id = s.id)
          order by s.id desc limit 1`,
        [shop.tenant_id, shop.id, before, claim.taxed ?? false],
      )
      return rows[0]?.id
    })
  }

  async function claimOne(claim: DemoClaim): Promise<void> {
    const [shop, sale_id] = [shopOf(claim), await saleOf(claim)]
    if (!shop || !sale_id) return
    const { reason, remarks = '' } = claim
    const { rows } = await handlers.reclaimSubmit({ sale_id, reason, remarks }, await desk.as(shop.tenant_id, claim.shop, 'reclaimSubmit'))
    const ids = rows.flatMap(({ outcome, reclaim_id }) => (outcome === 'claimed' && reclaim_id ? [reclaim_id] : []))
    made.set(claim, ids)
    for (const reclaim_id of claim.withLetter ? ids : [])
      await handlers.reclaimFileAdd(
        { reclaim_id, attachment: { filename: 'ticket-client.pdf', bytes: bytesOf(LETTER) } },
        await desk.as(shop.tenant_id, claim.shop, 'reclaimFileAdd'),
      )
  }

  return {
    make: async (ago) => {
      for (const claim of all) if (claim.ago === ago) await claimOne(claim)
    },
    move: async (ago) => {
      for (const [claim, reclaim_ids] of made)
        for (const { by, step, note = '' } of claim.moves.filter((move) => move.ago === ago && reclaim_ids.length > 0)) {
          const proof = step === 'approve' ? { proof: { kind: 'answer' as const, text: `AV-${2000 + ago}` } } : {}
          const paging = { page: 0, limit: 1, filters: {}, sort: '-created_at' as const, with_ages: false }
          await handlers.reclaimsList(
            { ...paging, action: step, reclaim_ids, note, ...proof },
            await desk.as(shopOf(claim)?.tenant_id ?? 0, by, 'reclaimsList'),
          )
        }
    },
  }
}
