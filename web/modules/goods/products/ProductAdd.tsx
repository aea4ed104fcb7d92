// The form of a new product: its details, its denominations, its picture; at the right a preview of its slip.

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import { ask } from '../../../kit/base/api.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { given, textOf } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { Denominations } from './Denominations.tsx'
import { emptyDraft } from './draft.ts'
import { EanOwner } from './EanOwner.tsx'
import { PictureField } from './PictureField.tsx'
import { InstructionFields, PinFields } from './ProductFields.tsx'
import { SlipPreview } from './SlipPreview.tsx'
import { useLabels } from './use-labels.ts'

export default function ProductAdd() {
  const t = useTranslations('goods.products')
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const form = useCallForm('productAdd', {
    labels: useLabels(),
    values: { product_type: 'cash_card', pin_length: 16, pin_letters: false, instructions: {}, configurations: [emptyDraft] },
    refresh: ['productsList', 'productFilters'],
    // The product stays added even if its picture is refused: the product's page then says so and accepts another picture.
    done: async ({ product_id }) => {
      const isSent = file
        ? await ask('productImage', { product_id, product_image: file }).then(
            () => true,
            () => false,
          )
        : true
      navigate(`/products/view/${product_id}${isSent ? '' : '?picture=refused'}`)
    },
  })
  const kind = given(form.values.product_type) ?? 'cash_card'
  return (
    <div className="stack">
      <PageTitle />
      <div className="beside wide" style={{ '--columns': 'minmax(0, 1fr) 300px' }}>
        <section className="card">
          <CallForm form={form} submit={t('submit_add')}>
            <EanOwner error={form.refusal} />
            <TextField {...form.fields.product_name} />
            <Choices
              label={field('product_type')}
              value={kind}
              choices={stockTypes.map((value) => ({ value, label: types(value) }))}
              choose={(value) => form.setValue('product_type', value)}
            />
            <PinFields fields={form.fields} />
            <Denominations fields={form.fields} problems={form.problems} />
            <InstructionFields fields={form.fields} problems={form.problems} />
            <PictureField name={textOf(form.values.product_name)} current={null} file={file} choose={setFile} />
          </CallForm>
        </section>
        <SlipPreview values={form.values} />
      </div>
    </div>
  )
}
