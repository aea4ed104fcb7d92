// The logo on the documents of an organisation. A document stores the hash of its logo, and stored logos never change, so a new logo changes no earlier
// document.
import sharp from 'sharp'
import type { Handlers } from '../../../http/mount.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { addressOf, drawing, hashOf, imageBytes, keepImage, readPicture } from '../../goods/products/products.ts'
import { logoOfSettings, putLogo } from './settings.sql.ts'
import type { Paper } from './shape.ts'

/** The path from which a browser loads the logo; null if there is no logo. */
export const logoAddress = (tenant_id: number, hash: string | null | undefined): string | null => (hash ? addressOf(tenant_id, hash) : null)

/** The logo for a PDF, drawn on a white background; undefined if the document has none. */
export async function logoOf(q: Query, tenant_id: number, { logo }: Pick<Paper, 'logo'>): Promise<Buffer | undefined> {
  const [image] = logo ? await imageBytes(q, tenant_id, logo) : []
  return image && sharp(image.bytes).flatten({ background: '#fff' }).png().toBuffer()
}

export const invoiceLogos: Pick<Handlers, 'invoiceLogo'> = {
  invoiceLogo: async ({ logo: file }, { actor, db, apart, now, audit }) => {
    const { tenant_id, organisation_id, organisation_name } = actor
    // A picture can show another account than the one in the settings, so only users who may set the account (managers) may set the logo.
    if (!actor.is_manager) throw refuseField('logo', 'managers_only')
    const bytes = file && (await apart.run(actor, drawing, await readPicture(file.bytes)))
    const hash = bytes ? hashOf(bytes) : null
    const address = logoAddress(tenant_id, hash)
    await db.write(tenant_id, async (q) => {
      const before = logoAddress(tenant_id, await logoOfSettings(q, tenant_id, organisation_id))
      if (bytes && hash) await keepImage(q, tenant_id, hash, bytes, now())
      await putLogo(q, tenant_id, organisation_id, hash)
      const subject = { kind: 'invoice_settings', id: organisation_id, name: organisation_name, organisation_id } as const
      await audit({ subject, before: { logo: before }, after: { logo: address } }, q)
    })
    return { logo: address }
  },
}
