// Where the rows come from: one's customers, two columns of a spreadsheet, or a file with them. And what is the same for all.
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { paymentModes } from '../../../contract/credit.ts'
import { fold } from '../../../contract/kit/fold.ts'
import styles from './credit.module.css'
import { readRows } from './multi-rows.ts'
import type { MultiState } from './use-multi.ts'
import type { Customer } from './use-own-customers.ts'

type Props = { multi: MultiState; customers: ReadonlyMap<string, Customer> | undefined }

export function MultiSource({ multi, customers }: Props) {
  const t = useTranslations('money.multi')
  const modes = useTranslations('money.history.payment_modes')
  const [text, setText] = useState('')
  const [same, setSame] = useState('')
  const active = [...(customers?.values() ?? [])].filter((one) => one.is_active)
  // Until they are known no file is read: its names are theirs, however they are written.
  const isWaiting = customers === undefined
  const names = new Map([...(customers?.keys() ?? [])].map((name) => [fold(name), name]))
  function take() {
    multi.add(readRows(text, names))
    setText('')
  }
  return (
    <section className={`card ${styles.source}`}>
      <div className="stack">
        <NativeSelect
          label={t('add_customer')}
          value=""
          data={[{ value: '', label: t('choose') }, ...active.map((one) => ({ value: one.username, label: one.city ? `${one.name}, ${one.city}` : one.name }))]}
          onChange={(event) => event.currentTarget.value && multi.addNames([event.currentTarget.value])}
        />
        <Button variant="default" disabled={active.length === 0} onClick={() => multi.addNames(active.map(({ username }) => username))}>
          {t('add_all')}
        </Button>
        <FileInput disabled={isWaiting} take={(read) => multi.add(readRows(read, names))} />
      </div>
      <div className="stack">
        <Textarea label={t('paste')} description={t('paste_hint')} rows={4} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button variant="default" disabled={isWaiting || text.trim() === ''} onClick={take}>
          {t('take')}
        </Button>
      </div>
      <div className="stack">
        <NativeSelect
          label={t('payment_mode')}
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

/** A button that opens the system's own choice of files. */
function FileInput({ disabled, take }: { disabled: boolean; take: (text: string) => void }) {
  const t = useTranslations('money.multi')
  return (
    <label className={styles.file}>
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
