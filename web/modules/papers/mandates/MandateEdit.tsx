// The page of one mandate, which can be revoked, and can be changed as long as it was never used.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { MandateFields, refresh } from './MandateFields.tsx'

const LIST = '/mandates/view'
type Mandate = Row<'mandatesList'>

export default function MandateEdit() {
  const t = useTranslations('debits')
  const word = useTranslations('words')
  const { mandateId = '' } = useParams()
  const asked = useQuery(query('mandatesList', { filters: { mandate_id: mandateId } }))
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={{ title: t('no_mandate'), to: LIST, label: word('to_the_list') }}>
      {(row) => (
        <div className="stack">
          <PageTitle title={`${row.mandate_reference} · ${row.customer_name}`} />
          <section className="card">{row.state === 'unused' ? <Edit key={mandateId} row={row} /> : <Fixed row={row} />}</section>
        </div>
      )}
    </OnePage>
  )
}

function Edit({ row }: { row: Mandate }) {
  const word = useTranslations('house.words')
  const form = useEditForm('mandateUpdate', row, { refresh })
  return (
    <CallForm form={form} submit={word('save')} actions={<Revoke row={row} />}>
      <MandateFields fields={form.fields} />
    </CallForm>
  )
}

function Revoke({ row: { mandate_id, mandate_reference: reference } }: { row: Mandate }) {
  const t = useTranslations('debits')
  const navigate = useNavigate()
  return (
    <EffectButton
      {...{ call: 'mandateRevoke', input: { mandate_id }, label: t('revoke'), title: t('revoke_title', { reference }), refresh }}
      done={() => navigate(LIST)}
    >
      {t('revoke_hint')}
    </EffectButton>
  )
}

/** A mandate that was used, expired or was revoked: its data, which no longer change. */
function Fixed({ row }: { row: Mandate }) {
  const t = useTranslations('debits')
  const field = useTranslations('fields')
  const facts = [
    { label: field('state'), value: t(`mandate_states.${row.state}`) },
    { label: field('account_holder'), value: row.account_holder },
    { label: field('iban'), value: ibanInGroups(row.iban) },
    { label: field('bic'), value: row.bic },
    { label: field('scheme'), value: t(`schemes.${row.scheme}`) },
    { label: field('signed_on'), value: format.day(row.signed_on) },
    { label: field('last_used_on'), value: row.last_used_on ? format.day(row.last_used_on) : '' },
    { label: field('revoked_on'), value: row.revoked_on ? format.day(row.revoked_on) : '' },
  ]
  return (
    <div className="stack">
      <Facts facts={facts.filter(({ value }) => value !== '')} />
      <p className="muted">{t('fixed')}</p>
      {row.state !== 'revoked' && (
        <div className="row">
          <Revoke row={row} />
        </div>
      )}
    </div>
  )
}
