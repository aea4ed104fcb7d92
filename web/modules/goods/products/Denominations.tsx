// The denominations of a product, one per row. Enter goes to the next row's amount, and after the last row opens a new one.
import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isKey } from '../../../kit/base/keys.ts'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { DenominationRow } from './DenominationRow.tsx'
import { emptyDraft, type Product, type ProductForm } from './draft.ts'

type Props = ProductForm & { known?: Product['configurations'] }

export function Denominations({ fields, problems, known = [] }: Props) {
  const t = useTranslations('goods.products')
  const field = useTranslations('fields')
  const list = useRef<HTMLUListElement>(null)
  const { id, value, onChange: write } = fields.configurations
  const drafts = given(value) ?? []
  const focus = (row: number) => requestAnimationFrame(() => list.current?.children[row]?.querySelector('input')?.focus())
  function add() {
    write([...drafts, emptyDraft])
    focus(drafts.length)
  }
  function onKey(event: KeyboardEvent, row: number) {
    if (event.key !== 'Enter' || isKey(event, 'submit') || !(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
    event.preventDefault()
    if (row + 1 < drafts.length) focus(row + 1)
    else add()
  }
  return (
    <FormSection title={field('configurations')} id={id}>
      <Whole>
        <ul ref={list} className="lines gap-12" style={{ marginBottom: 12 }}>
          {drafts.map((draft, row) => (
            <DenominationRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a new row has no other identity, and rows keep their order
              key={row}
              id={`${id}.${row}`}
              draft={draft}
              known={known.find(({ configuration_id }) => configuration_id === draft.configuration_id)}
              error={(name) => problems.find((problem) => problem.id === `${id}.${row}.${name}`)?.text}
              change={(changes) => write(drafts.with(row, { ...draft, ...changes }))}
              remove={() => write(drafts.filter((_, i) => i !== row))}
              onKey={(event) => onKey(event, row)}
            />
          ))}
        </ul>
        {drafts.length === 0 && <p className="muted">{t('denominations_none')}</p>}
        <Button variant="default" onClick={add}>
          {t('denomination_add')}
        </Button>
      </Whole>
    </FormSection>
  )
}
