// The denominations of one of the user's own products. After saving, the form starts anew from the server's data, in which new rows have ids.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Denominations } from './Denominations.tsx'
import { draftsOf, type Product } from './draft.ts'
import { EanOwner } from './EanOwner.tsx'
import { Told, useMayChange } from './ReadOnlyProduct.tsx'
import { SlipPreview } from './SlipPreview.tsx'
import { useLabels } from './use-labels.ts'

export function EditDenominations({ product }: { product: Product }) {
  const word = useTranslations('house.words')
  const [isSaved, setSaved] = useState(false)
  if (!useMayChange(product)) return <Told product={product} />
  const ids = product.configurations.map(({ configuration_id }) => configuration_id).join()
  return (
    <div className="stack">
      <Form key={ids} product={product} tell={setSaved} />
      <span role="status">{isSaved && word('saved')}</span>
    </div>
  )
}

function Form({ product, tell }: { product: Product; tell: (isSaved: boolean) => void }) {
  const word = useTranslations('house.words')
  const cache = useQueryClient()
  const form = useEditForm(
    'productUpdate',
    { product_id: product.product_id, configurations: draftsOf(product) },
    {
      labels: useLabels(),
      refresh: ['productFilters', 'stockList'],
      // Saving ends only when the list was read again, because until then a new row has no id, and saving once more would add it twice.
      send: async (input) => {
        const done = await ask('productUpdate', input)
        await cache.invalidateQueries({ queryKey: ['productsList'] })
        return done
      },
      done: () => tell(true),
    },
  )
  const submit = () => {
    tell(false)
    form.submit()
  }
  const { product_name, pin_length, customer_care, instructions_by_language } = product
  const texts = { product_name, pin_length, customer_care, instructions: instructions_by_language }
  return (
    <div className="beside wide" style={{ '--columns': 'minmax(0, 1fr) 300px' }}>
      <section className="card">
        <CallForm form={{ ...form, submit, isSaved: undefined }} submit={word('save')}>
          <EanOwner error={form.refusal} />
          <Denominations fields={form.fields} problems={form.problems} known={product.configurations} />
        </CallForm>
      </section>
      <SlipPreview values={{ ...texts, ...form.values }} />
    </div>
  )
}
