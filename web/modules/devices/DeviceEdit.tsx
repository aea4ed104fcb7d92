// One device: its tag, serial number and state, taking it back, and deleting it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { DetailPage } from '../../kit/DetailPage.tsx'
import { Empty, Failed } from '../../kit/Empty.tsx'
import { SelectField, TextField } from '../../kit/fields.tsx'
import * as format from '../../kit/format.ts'
import { Refusal } from '../../kit/Refusal.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { TakeBack } from './TakeBack.tsx'
import type { Device } from './use-labels.tsx'

export default function DeviceEdit() {
  const t = useTranslations('devices')
  const { data: device_id = '' }: { data?: string } = useParams({ strict: false })
  const list = useQuery(query('devicesList', { filters: { device_id } }))
  const device = list.data?.content[0]
  if (list.isError) return <Failed error={list.error} retry={() => list.refetch()} />
  if (list.isSuccess && !device) return <Empty title={t('gone')} hint={t('gone_hint')} />
  return device ? <Edit key={`${device.device_id} ${device.status}`} device={device} /> : <DetailPage facts={[]} />
}

function Edit({ device }: { device: Device }) {
  const t = useTranslations('devices')
  const navigate = useNavigate()
  const form = useCallForm('deviceChange', {
    labels: { tag: t('tag'), serial_numbers: t('serial_number'), status: t('status') },
    values: { action: 'update', device_id: device.device_id, tag: device.tag, serial_numbers: JSON.stringify([device.serial_number]), status: '' },
    refresh: ['devicesList'],
    done: () => navigate({ to: '/devices' }),
  })
  const serial = form.field('serial_numbers')
  const states = (['free', 'broken', 'lost'] as const).filter((status) => status !== device.status && (status !== 'free' || device.status !== 'assigned'))
  const facts = [
    { label: t('status'), value: t(`statuses.${device.status}`) },
    { label: t('reseller'), value: device.reseller_name || '–' },
    { label: t('customer'), value: device.customer_name || '–' },
    { label: t('since'), value: device.since ? format.dateTime(device.since) : '–' },
    { label: t('last_seen'), value: device.last_seen_at ? format.dateTime(device.last_seen_at) : '–' },
  ]
  const actions = device.reseller_id ? <TakeBack device_ids={[device.device_id]} label={device.tag} /> : device.since === null && <Remove device={device} />
  return (
    <DetailPage title={device.tag} facts={facts} actions={actions}>
      <section className="card">
        <CallForm form={form} submit={t('save')}>
          <TextField {...form.field('tag')} required />
          <TextField {...serial} required value={serialOf(serial.value)} onChange={(value) => serial.onChange(JSON.stringify([value]))} />
          <SelectField {...form.field('status')} hint={t('status_hint')} options={states.map((value) => ({ value, label: t(`statuses.${value}`) }))} />
        </CallForm>
      </section>
    </DetailPage>
  )
}

function serialOf(value: unknown): string {
  const list: unknown = JSON.parse(String(value))
  return Array.isArray(list) ? String(list[0] ?? '') : ''
}

function Remove({ device }: { device: Device }) {
  const t = useTranslations('devices')
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const call = useCall('deviceChange', { refresh: ['devicesList'], done: () => navigate({ to: '/devices' }) })
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t('delete')}
      </Button>
      {asks && (
        <Confirm
          title={t('delete_title', { tag: device.tag })}
          confirm={t('delete')}
          danger
          busy={call.isPending}
          onConfirm={() => call.mutate({ action: 'delete', device_id: device.device_id })}
          onClose={() => setAsks(false)}
        >
          <Refusal error={call.error} changes />
        </Confirm>
      )}
    </>
  )
}
