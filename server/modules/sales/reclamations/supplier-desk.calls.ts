// Calls between the owner of the goods and its supplier: sending the list of claims, and reading the supplier's answers.
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { RECLAIMS_MAX } from '../../../../contract/sales/reclamations.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { answerBytes, answerReading } from './answer-file.ts'
import { decide, moveOne } from './claim-steps.ts'
import { type OpenClaim, openClaims, supplierToAsk } from './supplier-desk.sql.ts'

/** The most claims with one supplier that an answer file is compared with. */
const OPEN_MOST = 20_000

const HEADINGS = ['claim', 'product', 'value', 'serial', 'last4', 'lot', 'sold', 'claimed', 'reason', 'answer', 'remarks']

/** The name of a claim in the list. After a restore its number may be given to another claim, but the end of its id will not be (decision 0033). */
const nameOf = ({ number, reclaim_id }: Pick<OpenClaim, 'number' | 'reclaim_id'>) => `${number}-${reclaim_id.slice(-6)}`

const listRow = ({ number, reclaim_id, product_name, value, serial, last4, lot, sold_at, created_at, reason }: OpenClaim) =>
  csvRow([
    nameOf({ number, reclaim_id }),
    product_name,
    moneyText(value),
    serial,
    last4,
    lot,
    berlinDay(new Date(sold_at)),
    berlinDay(new Date(created_at)),
    reason,
    '',
    '',
  ])

export const supplierDesk: Pick<Handlers, 'reclaimListSend' | 'reclaimAnswers'> = {
  reclaimListSend: async ({ supplier_id, note = '' }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id } = actor
    return db
      .write(tenant_id, async (q) => {
        const [supplier] = await supplierToAsk(q, actor, supplier_id)
        if (!supplier) throw new Refusal('not_found')
        const { company, email, owner_id, language } = supplier
        const claims = await openClaims(q, { tenant_id, supplier_id, owner_id }, RECLAIMS_MAX)
        const filename = `reclamations-${berlinDay(now())}.csv`
        const csv = [CSV_MARK, csvRow(HEADINGS), ...claims.map(listRow)].join('')
        if (claims.length === 0) return { claims: 0, recipient: '', filename, csv }
        // The step has no note, because the shop can read the steps, but may see neither the supplier's name nor the text that was sent to the supplier.
        for (const { reclaim_id, state } of claims)
          if (state !== 'in_progress') await moveOne(q, context, reclaim_id, { step: 'ask', note: '', proof: null }, null)
        if (email)
          await putMessage(q, context, {
            kind: 'reclaim_list',
            channel: 'email',
            recipient: email,
            language: language as 'fr',
            organisation_id: owner_id,
            data: { company, count: String(claims.length), note },
            attachment: { name: filename, text: csv },
          })
        const subject = { kind: 'supplier', id: supplier_id, name: company, organisation_id: owner_id }
        await audit({ subject, after: { reclaims: claims.length, ...(email ? { email } : {}) }, ...(note ? { reason: note } : {}) }, q)
        return { claims: claims.length, recipient: email, filename, csv }
      })
      .catch((error: unknown) => {
        // Another user has moved one of these claims since they were read, so nothing is sent.
        throw codeOf(error) === 'PX414' ? new Refusal('changed_meanwhile') : refusalOf(error)
      })
  },

  reclaimAnswers: async ({ supplier_id, csv_file: file }, context) => {
    const { actor, db, apart } = context
    const { tenant_id } = actor
    const [supplier] = await db.read(tenant_id, (q) => supplierToAsk(q, actor, supplier_id))
    if (!supplier) throw new Refusal('not_found')
    const answers = await apart.run(actor, answerReading, await answerBytes(file.bytes))
    const open = await db.read(tenant_id, (q) => openClaims(q, { tenant_id, supplier_id, owner_id: supplier.owner_id }, OPEN_MOST))
    const byName = new Map(open.map((one) => [nameOf(one), one]))
    // If several claims have the same serial, the supplier's answer counts for the oldest.
    const bySerial = new Map([...open].reverse().map((one) => [one.serial, one]))
    const rows: Awaited<ReturnType<Handlers['reclaimAnswers']>>['rows'] = []
    const filename = file.filename.slice(0, 80)
    for (const { row, claim: name, serial, answer, said, remarks } of answers) {
      // A claim is found by its name in our list or by the serial; if the row has both, both must be of the same claim.
      const found = name ? byName.get(name) : bySerial.get(serial)
      const claim = (name || serial) && (!serial || found?.serial === serial) ? found : undefined
      const known = { row, answer, reclaim_id: claim?.reclaim_id ?? null, number: claim?.number ?? null }
      if (!claim) rows.push({ ...known, outcome: 'unknown', state: null })
      else if (!answer) rows.push({ ...known, outcome: 'no_answer', state: claim.state })
      else {
        const asked =
          answer === 'yes'
            ? ({ step: 'approve', note: '', proof: { kind: 'file', text: [filename, remarks].filter(Boolean).join(': ') } } as const)
            : ({ step: 'reject', note: remarks || said, proof: null } as const)
        const [decided] = await decide(context, [claim.reclaim_id], asked)
        rows.push({ ...known, outcome: decided?.outcome ?? 'not_known', state: decided?.state ?? null })
      }
    }
    return { rows }
  },
}
