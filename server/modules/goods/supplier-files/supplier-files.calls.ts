// Calls that find and store the remembered layouts of suppliers' files.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { dropOldLayouts, knownLayouts, ownerOfSupplier, ownGoods, putLayout } from './supplier-files.sql.ts'
import { withoutCodes } from './supplier-files.ts'

const others = ['batch_sequence', 'serial_sequence', 'expiry_sequence', 'value_sequence', 'name_sequence'] as const

export const supplierFiles: Pick<Handlers, 'supplierFileKeep' | 'supplierFilesKnown'> = {
  supplierFilesKnown: async ({ fingerprints }, { actor, db }) => {
    const rows = await db.read(actor.tenant_id, (q) => knownLayouts(q, actor, fingerprints))
    return { content: rows.map(({ sequences, ...row }) => ({ ...row, ...sequences })) }
  },

  supplierFileKeep: async ({ fingerprint, supplier_id, goods, ...sequences }, { actor, db, now, audit }) => {
    // If another field were read from the PIN column, PINs would be stored unencrypted.
    for (const other of others) if (sequences[other] === sequences.pin_sequence) throw refuseField(other, 'column_twice')
    await db.write(actor.tenant_id, async (q) => {
      const [supplier] = await ownerOfSupplier(q, actor, supplier_id)
      const ids = [...new Set(goods.map(({ configuration_id }) => configuration_id))]
      if (!supplier || (await ownGoods(q, actor, ids)) !== ids.length) throw new Refusal('not_found')
      const { owner_id, company } = supplier
      await putLayout(q, actor.tenant_id, now(), { owner_id, fingerprint, supplier_id, sequences, goods: withoutCodes(goods), kept_by: actor.username })
      await dropOldLayouts(q, actor.tenant_id, owner_id)
      const subject = { kind: 'file_layout', id: fingerprint, name: company, organisation_id: owner_id }
      await audit({ subject, after: { supplier: company, ...sequences } }, q)
    })
    return {}
  },
}
