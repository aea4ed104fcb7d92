// The settings by which a file is read, such as its columns. After a change the file must be checked again before the wizard can continue.
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { delimiters } from '../../../../contract/goods/file-rows.ts'
import { type Input, useCall } from '../../../kit/base/api.ts'
import { wholeBetween } from '../../../kit/base/url.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { callsOf, isRunning, roles, sequenceOf, type Upload } from './upload-state.ts'

type Settings = Omit<Input<'stockUploadCheck'>, 'upload_id'>

const settingsOf = (upload: Upload): Settings => ({
  delimiter: delimiters.find((known) => known === upload.delimiter) ?? ';',
  has_header: upload.has_header,
  ...(upload.header_row === null ? {} : { header_row: upload.header_row }),
  pin_sequence: upload.pin_sequence,
  batch_sequence: upload.batch_sequence,
  serial_sequence: upload.serial_sequence,
  expiry_sequence: upload.expiry_sequence,
  value_sequence: upload.value_sequence,
  import_batch: upload.import_batch ?? '',
  add_leading_zero: false,
})

const isSame = (one: Settings, other: Settings) => JSON.stringify(one) === JSON.stringify(other)

export function CheckSettings({ upload, changed }: { upload: Upload; changed: (isDirty: boolean) => void }) {
  const t = useTranslations('stock.import')
  const field = useTranslations('fields')
  const [checked, setChecked] = useState(() => settingsOf(upload))
  const [settings, setSettings] = useState(checked)
  const check = useCall(callsOf(upload).check, { refresh: ['stockUploadProgress', 'stockUploadRows'] })
  const isDirty = !isSame(settings, checked)
  const set = (changes: Partial<Settings>) => {
    const next = { ...settings, ...changes }
    setSettings(next)
    changed(!isSame(next, checked))
  }
  function send() {
    const { import_batch, ...rest } = settings
    setChecked(settings)
    changed(false)
    check.mutate({ upload_id: upload.upload_id, ...rest, ...(import_batch ? { import_batch } : {}) })
  }
  // A card of a pool has no value before it is sold, so a file for a pool needs no column for the value.
  const isMeant = (role: string) => role !== 'value' || upload.pool_name === ''
  const offersZero = settings.add_leading_zero || upload.zeros !== null
  return (
    <section className="card stack" aria-label={field('settings')}>
      <h2>{field('settings')}</h2>
      <NativeSelect
        label={t('delimiter')}
        value={settings.delimiter ?? ';'}
        data={delimiters.map((value) => ({ value, label: t(`delimiters.${nameOf[value]}`) }))}
        onChange={({ currentTarget: { value } }) => set({ delimiter: delimiters.find((known) => known === value) ?? ';' })}
      />
      <Checkbox label={t('has_header')} checked={settings.has_header ?? false} onChange={({ currentTarget: { checked: has_header } }) => set({ has_header })} />
      {settings.has_header && (
        <TextInput
          type="number"
          label={t('header_row')}
          description={t('header_row_hint')}
          min={1}
          max={1_000}
          value={settings.header_row ?? 1}
          onChange={({ currentTarget: { value } }) => set({ header_row: wholeBetween(value, 1, 1_000, 1) })}
        />
      )}
      {roles.filter(isMeant).map((role) => (
        <ColumnChoice
          key={role}
          upload={upload}
          role={role}
          value={settings[`${role}_sequence`] ?? 0}
          choose={(column) => set({ [`${role}_sequence`]: column })}
        />
      ))}
      <TextInput
        label={t('lot')}
        description={t('lot_hint')}
        value={settings.import_batch ?? ''}
        maxLength={60}
        onChange={({ currentTarget: { value } }) => set({ import_batch: value })}
      />
      {offersZero && (
        <Checkbox
          label={t('add_leading_zero')}
          description={t('add_leading_zero_hint')}
          checked={settings.add_leading_zero ?? false}
          onChange={({ currentTarget: { checked: add_leading_zero } }) => set({ add_leading_zero })}
        />
      )}
      <Refusal error={check.error} />
      <Button
        variant={isDirty || upload.step === 'uploaded' ? 'filled' : 'default'}
        disabled={settings.pin_sequence < 1 || check.isPending || isRunning(upload)}
        onClick={send}
      >
        {upload.step === 'uploaded' ? t('check') : t('check_again')}
      </Button>
    </section>
  )
}

const nameOf = { ';': 'semicolon', ',': 'comma', '|': 'bar', tab: 'tab' } as const

type ChoiceProps = { upload: Upload; role: (typeof roles)[number]; value: number; choose: (column: number) => void }

function ColumnChoice({ upload, role, value, choose }: ChoiceProps) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const none = { value: '0', label: role === 'pin' ? t('choose_column') : word('not_in_file') }
  const columns = Array.from({ length: upload.columns }, (_, index) => {
    const title = upload.header[index] || word('column_number', { number: '' }).trim()
    return { value: String(index + 1), label: `${index + 1}: ${title}` }
  })
  return (
    <NativeSelect
      label={t(`role_columns.${role}`)}
      value={String(value)}
      data={role === 'pin' && sequenceOf(upload, role) > 0 ? columns : [none, ...columns]}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  )
}
