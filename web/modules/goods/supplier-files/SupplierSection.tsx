// The supplier of the files, the buying discount of each batch, and whether the batches are put on sale.
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import type { Typed } from '../../../kit/form/form-values.ts'
import { Discounts } from './Discounts.tsx'
import type { KnownLayout } from './recognise.ts'
import type { Job } from './use-jobs.ts'

type Supplier = Pick<KnownLayout, 'supplier_id' | 'company'>
/** The buying discounts by the key of their batch, in hundredths of a percent. */
export type Discounted = ReadonlyMap<string, Typed<number>>

type Props = {
  ready: readonly Job[]
  supplier: Supplier | undefined
  discounts: Discounted
  /** Whether the supplier or a discount is still missing; the batches cannot be added without them. */
  lacks: boolean
  publish: boolean
  onSupplier: (supplier: Supplier | undefined) => void
  onDiscount: (key: string, value: Typed<number>) => void
  onPublish: (publish: boolean) => void
}

export function SupplierSection({ ready, supplier, discounts, lacks, publish, onSupplier, onDiscount, onPublish }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return (
    <section className="card stack" aria-label={word('supplier_and_discount')}>
      <h2>{word('supplier_and_discount')}</h2>
      <div className="columns gap-12">
        <Combobox
          call="suppliersList"
          input={{ filters: { status: true } }}
          option={(row) => ({ value: row.supplier_id, label: row.company })}
          id="files-supplier"
          label={field('supplier')}
          value={supplier?.supplier_id ?? ''}
          known={supplier && { value: supplier.supplier_id, label: supplier.company }}
          picked={onSupplier}
          onChange={() => undefined}
          onBlur={() => undefined}
          error={lacks && !supplier ? t('choose_supplier') : undefined}
          required
          proposesOnly
        />
        <Discounts key={supplier?.supplier_id ?? ''} jobs={ready} supplier_id={supplier?.supplier_id} values={discounts} change={onDiscount} lacks={lacks} />
      </div>
      <Switch label={field('publish')} checked={publish} onChange={({ currentTarget: { checked } }) => onPublish(checked)} />
    </section>
  )
}
