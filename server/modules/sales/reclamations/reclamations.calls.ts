// Calls about claims: shops make claims, and those who decide move them from state to state.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { RECLAIM_FILES_MAX } from '../../../../contract/sales/reclamation-files.ts'
import { foundOf } from '../../../figures/findings.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { ownHands } from '../../people/approvals/approvals.ts'
import { fileNameOf, readAttachment, sealedFor } from './attachment.ts'
import { decide } from './claim-steps.ts'
import { addFile, contentsOf, filesOf, hasFile, oneFile } from './files.sql.ts'
import { answerOf, meantBy } from './new-claim.ts'
import { claimCount, claimRows, oneClaim, stepsOf, waitingByDays } from './reclamations.sql.ts'
import { actingAs, agesOf, claimSubject, organisationFor, personFor, seen } from './reclamations.ts'

type Reclaiming = Pick<Handlers, 'reclaimCheck' | 'reclaimSubmit' | 'reclaimsList' | 'reclaimDetails' | 'reclaimFileAdd' | 'reclaimFile'>

export const reclamations: Reclaiming = {
  reclaimCheck: async (meant, { actor, db, keys, now }) => db.list(actor, async (q) => answerOf(q, actor, await meantBy(q, actor, keys, meant), now())),

  reclaimSubmit: async ({ reason, remarks = '', ...meant }, context) => {
    const { actor, db, keys, money, now, audit } = context
    const hands = await ownHands(context)
    return db
      .write(actor.tenant_id, async (q) => {
        const places = await meantBy(q, actor, keys, meant)
        const known = places.flatMap((place) => place ?? [])
        const claimed = await money.openReclamations(q, {
          ...actingAs(actor),
          hands,
          ids: known.map(() => newIdAt(now())),
          batches: known.map(({ batch_no }) => batch_no),
          seqs: known.map(({ seq }) => seq),
          reason,
          remarks,
        })
        const answer = await answerOf(
          q,
          actor,
          places,
          now(),
          claimed.map(({ code }) => code),
        )
        for (const { outcome, reclaim_id, number, product_name, serial } of answer.rows) {
          if (outcome !== 'claimed' || !reclaim_id || number === null) continue
          await audit({ subject: claimSubject({ reclaim_id, number, product_name, seller_id: actor.organisation_id }), after: { reason, serial, remarks } }, q)
        }
        const count = claimed.filter(({ code }) => code === 'claimed').length
        const desk = actor.organisation_path.at(-2)
        if (count > 0 && desk)
          await putNotice(q, now(), { organisation_id: desk, kind: 'reclaim_new', data: { name: actor.organisation_name, count: String(count) } })
        return answer
      })
      .catch((error: unknown) => {
        throw refusalOf(error)
      })
  },

  reclaimsList: async ({ action, reclaim_ids = [], note = '', proof, ...wanted }, context) => {
    const { actor, db, now } = context
    if (action && reclaim_ids.length === 0) throw refuseField('reclaim_ids', 'required')
    // The file named as proof must belong to one of the claims that are decided together.
    if (action === 'approve' && proof?.kind === 'file' && !(await db.read(actor.tenant_id, (q) => hasFile(q, actor, reclaim_ids, proof.file_id))))
      throw refuseField('proof', 'no_file')
    const results = action ? await decide(context, reclaim_ids, { step: action, note, proof: proof ?? null }) : []
    const asked = { ...wanted, scope: scopeOf(wanted, actor.role) }
    return db.list(actor, async (q) => {
      const rows = await claimRows(q, actor, asked, now())
      return {
        ...listed(
          asked,
          rows.map((row) => seen(row, actor)),
          await claimCount(q, actor, asked, now()),
        ),
        results,
        ages: asked.with_ages ? agesOf(await waitingByDays(q, actor, asked, now())) : null,
        agrees: await foundOf(q, actor, 'claims'),
      }
    })
  },

  reclaimDetails: async ({ reclaim_id }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const [claim] = await oneClaim(q, actor, reclaim_id, now())
      if (!claim) throw new Refusal('not_found')
      const steps = await stepsOf(q, actor.tenant_id, reclaim_id)
      const { owner_id, seller_id: _, ...row } = claim
      const isOwner = owner_id === actor.organisation_id || actor.role === 'superadmin'
      const supply = isOwner ? {} : { batch_no: null, supplier_id: null, supplier_name: null, batch_claims: 0 }
      return {
        ...seen(row, actor),
        ...supply,
        // The text of a proof, and the note of the step that gives it, may reveal the supplier, so only the owner of the goods and the platform get them.
        steps: steps.map(({ organisation_id, organisation_name, name, note, proof, ...step }) => ({
          ...step,
          organisation_name: organisationFor(actor, organisation_id, organisation_name),
          name: personFor(actor, organisation_id, name),
          note: proof && !isOwner ? '' : note,
          proof: proof && { kind: proof.kind, text: isOwner ? proof.text : '', file_id: proof.file_id ?? null },
        })),
        files: (await filesOf(q, actor.tenant_id, reclaim_id)).map(({ organisation_id, person, ...file }) => ({
          ...file,
          person: personFor(actor, organisation_id, person),
        })),
      }
    }),

  reclaimFileAdd: async ({ reclaim_id, attachment: file }, { actor, db, apart, keys, now, audit }) => {
    const claimToFile = async (q: Query) => {
      const [claim] = await oneClaim(q, actor, reclaim_id, now())
      if (!claim) throw new Refusal('not_found')
      if ((await filesOf(q, actor.tenant_id, reclaim_id)).length >= RECLAIM_FILES_MAX) throw refuseField('attachment', 'too_big', RECLAIM_FILES_MAX)
      return claim
    }
    // Before the file is opened, the server checks that the user may see the claim; otherwise anybody could make the server open files. It checks again in
    // the transaction that adds the file.
    await db.read(actor.tenant_id, claimToFile)
    const attachment = await readAttachment(file.bytes, { actor, apart })
    const [file_id, name] = [newId(), fileNameOf(file.filename, attachment)]
    const sealed = await keys.sealFile(sealedFor(file_id), attachment.bytes)
    await db.write(actor.tenant_id, async (q) => {
      const claim = await claimToFile(q)
      const { tenant_id, user_id, name: person } = actingAs(actor)
      await addFile(q, { tenant_id, id: file_id, reclamation_id: reclaim_id, name, type: attachment.type, sealed, user_id, person, created_at: now() })
      await audit({ subject: claimSubject(claim), after: { filename: name } }, q)
    })
    return { file_id }
  },

  reclaimFile: async ({ file_id }, { actor, db, keys }) => {
    const { name, type, sealed } = await db.read(actor.tenant_id, async (q) => {
      const [file] = await oneFile(q, actor, file_id)
      if (!file) throw new Refusal('not_found')
      return { ...file, sealed: await contentsOf(q, actor.tenant_id, file_id, file.size) }
    })
    return { name, type, bytes: await keys.unsealFile(sealedFor(file_id), sealed) }
  },
}

/** Which claims a user lists: a shop lists its own; everybody else lists those they decide, or on request those they passed on. */
const scopeOf = ({ scope }: Pick<InputOf<Calls['reclaimsList']>, 'scope'>, role: string) => (role === 'seller' ? 'own' : (scope ?? 'desk'))
