// Where rows come from: the user's customers, two columns of a spreadsheet, or a file. Also the fields that apply to all rows.
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { paymentModes } from '../../../../contract/customers/credit.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './credit.module.css'
import { namesIn, namesOf, readRows } from './multi-file.ts'
import type { MultiState } from './use-multi.ts'
import { askable, useFindCustomers, useOwn } from './use-own-customers.ts'

export function MultiSource({ multi }: { multi: MultiState }) {
  const t = useTranslations('credit.multi')
  const field = useTranslations('fields')
  const screen = useTranslations('house.screens')
  const modes = useTranslations('words.payment_modes')
  const own = useOwn()
  const find = useFindCustomers()
  const [text, setText] = useState('')
  const [same, setSame] = useState('')
  const [isFinding, setFinding] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  /** Looks customers up while the form is disabled. The rows found are added to the rows that are in the form when the answer arrives. */
  async function finding(work: () => Promise<void>) {
    setFinding(true)
    setFailure(undefined)
    await work().catch(setFailure)
    setFinding(false)
  }
  /** Reads rows from a text; user names match customers whether written in capital or small letters. */
  const take = (read: string, taken?: () => void) =>
    finding(async () => {
      const found = await find.named(askable(await namesIn(read)))
      multi.add(await readRows(read, namesOf(found.map(({ username }) => username))))
      taken?.()
    })
  const takeAll = () => finding(async () => multi.addNames((await find.active()).map(({ username }) => username)))
  return (
    <section className="card columns" style={{ '--least': '240px' }} aria-busy={isFinding}>
      <div className="stack">
        <Combobox
          {...{
            id: 'multi-customer',
            label: screen('customer_add'),
            value: '',
            onBlur: () => undefined,
            onChange: () => undefined,
            error: undefined,
            required: true,
          }}
          call="customersListShort"
          input={{ filters: { ...own, is_active: true } }}
          option={(row) => ({ value: row.customer_id, label: row.city ? `${row.name}, ${row.city}` : row.name })}
          picked={(row) => row && multi.addNames([row.username])}
        />
        <Button variant="default" disabled={isFinding} onClick={takeAll}>
          {t('add_all')}
        </Button>
        <FileInput disabled={isFinding} take={take} />
      </div>
      <div className="stack">
        <Textarea label={t('paste')} description={t('paste_hint')} rows={4} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button variant="default" disabled={isFinding || text.trim() === ''} onClick={() => take(text, () => setText(''))}>
          {t('take')}
        </Button>
        <Refusal error={failure} />
      </div>
      <div className="stack">
        <NativeSelect
          label={field('payment_mode')}
          value={multi.payment_mode}
          data={paymentModes.map((value) => ({ value, label: modes(value) }))}
          onChange={(event) => multi.setMode(event.currentTarget.value)}
        />
        <TextInput
          label={t('same')}
          inputMode="decimal"
          rightSection={<span aria-hidden>€</span>}
          value={same}
          onChange={(event) => setSame(event.currentTarget.value)}
        />
        <Button variant="default" disabled={same.trim() === '' || multi.rows.length === 0} onClick={() => multi.sameForAll(same)}>
          {t('same_apply')}
        </Button>
      </div>
    </section>
  )
}

/** A button that opens the system's file picker. */
function FileInput({ disabled, take }: { disabled: boolean; take: (text: string) => void }) {
  const t = useTranslations('credit.multi')
  return (
    <label className={`drop ${styles.file}`}>
      <input
        type="file"
        disabled={disabled}
        accept=".csv,.txt,text/csv,text/plain"
        className="hidden-visually"
        onChange={async (event) => {
          const input = event.currentTarget
          const file = input.files?.[0]
          if (file) take(await file.text())
          input.value = ''
        }}
      />
      <b>{t('file')}</b>
      <span className="muted">{t('file_hint')}</span>
    </label>
  )
}
