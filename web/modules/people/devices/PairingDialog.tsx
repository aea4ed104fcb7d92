// Shows a code that is valid for ten minutes. It is scanned or typed in the browser that is to become the device.

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { qrPicture } from '../../../kit/base/qr-picture.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './devices.module.css'
import type { Device } from './use-labels.tsx'

export function PairingDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTranslations('devices')
  const word = useTranslations('house.words')
  const { mutate, data, error, isPending } = useCall('devicePairing', { refresh: ['devicesAssignedList'] })
  useEffect(() => {
    mutate({ device_id: device.device_id })
  }, [mutate, device.device_id])
  return (
    <Dialog title={t('pair_title', { tag: device.tag })} onClose={onClose}>
      <div className="stack">
        <p>{t('pair_text')}</p>
        <Refusal error={error} changes />
        {data && (
          <>
            <img className={styles.qr} src={qrPicture(data.link)} alt={t('qr')} />
            <output className={`mono ${styles.code}`}>{`${data.code.slice(0, 4)} ${data.code.slice(4)}`}</output>
            <p className="muted">{t('pair_until', { time: format.time(data.expires_at) })}</p>
          </>
        )}
        <div className="row">
          <Button onClick={onClose}>{word('done')}</Button>
          <Button variant="default" disabled={isPending} onClick={() => mutate({ device_id: device.device_id })}>
            {t('new_code')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
