// Calls that add and change goods.
import type { UploadedFile } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { putDenominations } from './denominations.ts'
import { keepImage } from './images.sql.ts'
import { addressOf, hashOf } from './images.ts'
import { drawing, readPicture } from './picture.ts'
import { addProduct, changeable, changeProduct, productToChange, setImage } from './product-changes.sql.ts'
import { ownerOfNew } from './products.sql.ts'
import { type Product, recordOf, textsOf } from './products.ts'

/** The other fields of a new denomination for which only value, info and EAN are given. */
const USUAL = { vat_treatment: 'multi_purpose_voucher', vat_country: '', is_active: true } as const

const subjectOf = ({ product_id, product_name, owner_id }: Product) => ({ kind: 'product', id: product_id, name: product_name, organisation_id: owner_id })

export const productEditing: Pick<Handlers, 'productAdd' | 'productUpdate' | 'productImage'> = {
  productAdd: async ({ instructions, configurations, customer_care = '', aliases = '', product_image: file, ...given }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id } = actor
    if (file && (await db.read(tenant_id, (q) => ownerOfNew(q, actor))).length === 0) throw new Refusal('not_found')
    const picture = await pictureOf(context, file)
    return db.write(tenant_id, async (q) => {
      const [owner] = await ownerOfNew(q, actor)
      if (!owner) throw new Refusal('not_found')
      const { default_language } = owner
      const texts = textsOf(instructions, default_language)
      const product = {
        ...given,
        ...texts,
        customer_care,
        aliases,
        product_id: newId(),
        owner_id: owner.id,
        default_language,
        product_image: picture.address,
        is_active: true,
      }
      await addProduct(q, tenant_id, { ...product, name_search: fold(product.product_name) }, now())
      await putPicture(q, tenant_id, product.product_id, picture, now())
      const { after } = await putDenominations(q, { tenant_id, product, now: now() }, configurations)
      await audit({ subject: subjectOf(product), after: { product_type: given.product_type, ...recordOf(product, after) } }, q)
      return { product_id: product.product_id }
    })
  },

  productUpdate: async ({ product_id, instructions, configurations = [], value, info = '', ean = '', ...given }, { actor, db, now, audit }) => {
    const { tenant_id } = actor
    const one = value === undefined ? [] : [{ ...USUAL, value, info, ean }]
    return db.write(tenant_id, async (q) => {
      const [product] = await productToChange(q, actor, product_id)
      if (!product) throw new Refusal('not_found')
      const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const after: Product = { ...product, ...named, ...(instructions && textsOf(instructions, product.default_language)) }
      await changeProduct(q, tenant_id, after, fold(after.product_name))
      const cards = await putDenominations(q, { tenant_id, product: after, now: now() }, [...configurations, ...one])
      await audit({ subject: subjectOf(after), before: recordOf(product, cards.before), after: recordOf(after, cards.after) }, q)
      return { product_name: after.product_name, was_active: product.is_active }
    })
  },

  productImage: async ({ product_id, product_image }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id } = actor
    if ((await db.read(tenant_id, (q) => changeable(q, actor, product_id))).length === 0) throw new Refusal('not_found')
    const picture = await pictureOf(context, product_image)
    const image = picture.address
    await db.write(tenant_id, async (q) => {
      const [product] = await productToChange(q, actor, product_id)
      if (!product) throw new Refusal('not_found')
      await putPicture(q, tenant_id, product_id, picture, now())
      await audit({ subject: subjectOf(product), before: { product_image: product.product_image }, after: { product_image: image } }, q)
    })
    return { product_image: image }
  },
}

type Picture = { address: string | null; bytes?: Buffer; hash?: string }

async function pictureOf({ actor, apart }: Pick<Services, 'apart'> & { actor: SignedIn }, file: UploadedFile | undefined): Promise<Picture> {
  if (!file) return { address: null }
  const bytes = await apart.run(actor, drawing, await readPicture(file.bytes))
  const hash = hashOf(bytes)
  return { bytes, hash, address: addressOf(actor.tenant_id, hash) }
}

async function putPicture(q: Query, tenant_id: number, product_id: string, { address, bytes, hash }: Picture, now: Date) {
  if (bytes && hash) await keepImage(q, tenant_id, hash, bytes, now)
  await setImage(q, tenant_id, product_id, address)
}
