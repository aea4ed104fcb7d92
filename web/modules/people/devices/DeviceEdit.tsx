// One device: a form for its tag, serial number and state, and buttons to take it back and to delete it.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { ListField, SelectField, TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { TakeBack } from './TakeBack.tsx'
import type { Device } from './use-labels.tsx'

const refresh = ['devicesList'] as const

export default function DeviceEdit() {
  const t = useTranslations('devices')
  const screens = useTranslations('house.screens')
  const { data: device_id = '' } = useParams()
  const asked = useQuery(query('devicesList', { filters: { device_id } }))
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={{ title: t('gone'), hint: t('gone_hint'), to: '/devices', label: screens('devices') }}>
      {(device) => <Edit key={`${device_id} ${device.status}`} device={device} />}
    </OnePage>
  )
}

function Edit({ device }: { device: Device }) {
  const t = useTranslations('devices')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const navigate = useNavigate()
  const done = () => navigate('/devices')
  const { device_id, tag, serial_number, status, reseller_id, since, last_seen_at } = device
  const labels = { serial_numbers: field('serial') }
  const form = useEditForm('deviceChange', { tag, serial_numbers: [serial_number] }, { labels, fixed: { action: 'update', device_id }, refresh, done })
  const states = (['free', 'broken', 'lost'] as const).filter((state) => state !== status && (state !== 'free' || status !== 'assigned'))
  const facts = [
    { label: field('state'), value: t(`statuses.${status}`) },
    { label: field('tenant'), value: device.reseller_name || '–' },
    { label: field('customer'), value: device.customer_name || '–' },
    { label: field('since'), value: since ? format.dateTime(since) : '–' },
    { label: field('last_seen'), value: last_seen_at ? format.dateTime(last_seen_at) : '–' },
  ]
  const remove = (
    <EffectButton {...{ call: 'deviceChange', input: { action: 'delete', device_id }, label: t('delete'), title: t('delete_title', { tag }), refresh, done }} />
  )
  return (
    <DetailPage title={tag} facts={facts} actions={reseller_id ? <TakeBack device_ids={[device_id]} label={tag} /> : since === null && remove}>
      <section className="card">
        <CallForm form={form} submit={word('save')}>
          <TextField {...form.fields.tag} required />
          <ListField {...form.fields.serial_numbers} required between={/\n/} joint="" />
          <SelectField {...form.fields.status} hint={t('status_hint')} options={states.map((value) => ({ value, label: t(`statuses.${value}`) }))} />
        </CallForm>
      </section>
    </DetailPage>
  )
}
