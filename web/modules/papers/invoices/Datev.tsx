// Exports the documents of a period as bookings, for DATEV (the tax adviser's software) or as the French file FEC, and sets the accounts to which they are
// booked.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { datevAccounts, datevDays } from '../../../../contract/papers/datev.ts'
import { ask, type Output, query } from '../../../kit/base/api.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import { berlinDay } from '../../../kit/base/format.ts'
import { bytesOf, saveBytes } from '../../../kit/base/save-file.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { CountField, TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

export function Datev() {
  const asked = useQuery(query('datevSettings', {}))
  return (
    <section className="card stack" aria-labelledby="datev">
      <h2 id="datev">DATEV</h2>
      <Fetch />
      {asked.data && <Accounts settings={asked.data} />}
    </section>
  )
}

type Days = { date_from: string; date_to: string; by: (typeof datevDays)[number] }

function Fetch() {
  const t = useTranslations('invoices.datev')
  const field = useTranslations('fields')
  const today = berlinDay(new Date())
  const [days, setDays] = useState<Days>({ date_from: `${today.slice(0, 8)}01`, date_to: today, by: 'supplied' })
  const [error, setError] = useState<unknown>()
  async function fetchFile(call: 'datevFile' | 'fecFile') {
    setError(undefined)
    try {
      const { by, ...period } = days
      const { file_name, bytes } = call === 'datevFile' ? await ask(call, { ...period, by }) : await ask(call, period)
      saveBytes(file_name, [bytesOf(bytes)])
    } catch (failed) {
      setError(failed)
    }
  }
  return (
    <div className="row">
      {(['date_from', 'date_to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={field(name)}
          value={days[name]}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
        />
      ))}
      <NativeSelect
        label={t('by')}
        value={days.by}
        data={datevDays.map((value) => ({ value, label: t(`days.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setDays({ ...days, by: datevDays.find((by) => by === value) ?? 'supplied' })}
      />
      <Button variant="default" style={{ alignSelf: 'end' }} onClick={() => fetchFile('datevFile')}>
        {t('save')}
      </Button>
      <Button variant="default" style={{ alignSelf: 'end' }} onClick={() => fetchFile('fecFile')}>
        {t('save_fec')}
      </Button>
      <Refusal error={error} />
      <Reason error={error} />
    </div>
  )
}

const reasons = ['numbers', 'siren', 'debtor', 'debtor_twice', 'amount', 'document_no', 'commission_rate'] as const

/** Says why the export was refused: which document cannot be exported and what is wrong with it, or which setting is missing. */
function Reason({ error }: { error: unknown }) {
  const t = useTranslations('invoices.datev')
  const nameOf = useFieldNames()
  if (!(error instanceof CallError) || error.code !== 'datev_incomplete') return null
  const { rule, document_no = '', account = '' } = Object.fromEntries(Object.entries(error.detail).map(([name, value]) => [name, String(value)]))
  const known = reasons.find((one) => one === rule)
  const of = datevAccounts.find((one) => one === rule)
  const said = known ? t(`reasons.${known}`, { document_no, account }) : of && t('reasons.account', { document_no, account: nameOf(of) ?? of })
  return said ? <p role="status">{said}</p> : null
}

function Accounts({ settings }: { settings: Output<'datevSettings'> }) {
  const t = useTranslations('invoices.datev')
  const form = useEditForm('datevSettingsUpdate', settings, { refresh: ['datevSettings'] })
  const { fields } = form
  return (
    <CallForm form={form} submit={t('save_accounts')}>
      <FormSection title={t('accounts')}>
        <CountField {...fields.consultant_no} />
        <CountField {...fields.client_no} />
        <CountField {...fields.account_length} />
        <CountField {...fields.debtors_from} hint={t('debtors_from_hint')} />
        {([...datevAccounts, 'key_full', 'key_reduced'] as const).map((name) => (
          <TextField key={name} {...fields[name]} inputMode="numeric" />
        ))}
      </FormSection>
    </CallForm>
  )
}
