// Adds gift cards by scanner: Enter goes to the next row. Either all cards are added or no card; an error is shown at its row.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { PercentField, TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { CardRows } from './CardRows.tsx'
import { cardsOf, emptyRow, givenOf, type TypedCard } from './typed-cards.ts'

export default function GiftCardsAdd() {
  const t = useTranslations('goods.gift_cards')
  const fieldName = useTranslations('fields')
  const navigate = useNavigate()
  const [product, setProduct] = useState<Row<'productsList'>>()
  const [product_id, setProductId] = useState('')
  const [rows, setRows] = useState<TypedCard[]>(() => [emptyRow()])
  const form = useCallForm('giftCardsAdd', {
    labels: { configuration_id: fieldName('value') },
    values: { cards: [], publish: true },
    refresh: ['giftCardsList', 'stockList', 'sellerProductsV2'],
    done: ({ batch_no }) => navigate(`/gift-cards/view?batch_no=${batch_no}`),
  })
  const cards = cardsOf(rows)
  function change(next: TypedCard[]) {
    setRows(next)
    form.setValue('cards', cardsOf(next))
  }
  const given = givenOf(rows)
  const refusal = form.refusal instanceof CallError && form.refusal.code === 'pin_known' ? form.refusal.detail : undefined
  const known = refusal && given[Number(refusal.row) - 1]
  const { id, error } = form.fields.cards
  /** Blank rows are removed before sending, so that the row numbers in the server's answer are those on the screen. */
  const submit = () => {
    if (given.length > 0) setRows([...given])
    form.submit()
  }
  const errorOf = (row: TypedCard, field: string) => {
    const place = `${id}.${given.indexOf(row)}.${field}`
    const text = form.problems.find((problem) => problem.id === place)?.text
    return { id: given.includes(row) ? place : `${id}-${row.key}-${field}`, text: text ?? (row === known && field === 'pin' ? t('known') : undefined) }
  }
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={{ ...form, submit }} submit={t('add_submit', { n: cards.length, count: format.count(cards.length) })}>
          <Combobox
            id="gift-card-product"
            label={fieldName('product')}
            value={product_id}
            onChange={(value) => setProductId(textOf(value))}
            onBlur={() => undefined}
            error={undefined}
            required
            call="productsList"
            input={{ filters: { product_type: 'gift_card', is_active: true } }}
            option={(row) => ({ value: row.product_id, label: row.product_name })}
            picked={(row) => {
              setProduct(row)
              form.setValue('configuration_id', row?.configurations.length === 1 ? (row.configurations[0]?.configuration_id ?? '') : '')
            }}
          />
          {product && (
            <Choices
              label={fieldName('value')}
              value={textOf(form.values.configuration_id)}
              choices={product.configurations.map(({ configuration_id, value }) => ({ value: configuration_id, label: format.money(value) }))}
              choose={(value) => form.setValue('configuration_id', value)}
            />
          )}
          <Combobox
            {...form.fields.supplier_id}
            call="suppliersList"
            input={{ filters: { status: true } }}
            option={(row) => ({ value: row.supplier_id, label: row.company })}
          />
          <PercentField {...form.fields.buying_discount} />
          <TextField {...form.fields.lot} />
          {known && (
            <p role="alert" className="notice danger">
              {t(refusal?.batch_no ? 'known_row_in' : 'known_row', { row: rows.indexOf(known) + 1, batch: String(refusal?.batch_no) })}
            </p>
          )}
          <CardRows id={id} rows={rows} change={change} error={error} errorOf={errorOf} />
          <Checkbox
            label={fieldName('publish')}
            checked={form.values.publish === true}
            onChange={({ currentTarget: { checked } }) => form.setValue('publish', checked)}
          />
        </CallForm>
      </section>
    </div>
  )
}
