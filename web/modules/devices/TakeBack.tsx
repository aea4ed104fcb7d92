// Takes devices back; a warning comes first if somebody is selling with one.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import * as format from '../../kit/format.ts'
import { useNamed } from '../../kit/named.ts'
import { Refusal } from '../../kit/Refusal.tsx'

type Props = { device_ids: readonly string[]; done?: () => void; label?: string }

export function TakeBack({ device_ids, done, label }: Props) {
  const t = useTranslations('devices')
  const named = useNamed()
  const [asks, setAsks] = useState(false)
  const call = useCall('devicesUnassign', {
    refresh: ['devicesList', 'devicesAssignedList'],
    done: () => {
      setAsks(false)
      done?.()
    },
  })
  const count = format.count(device_ids.length)
  const title = t('take_back', { n: device_ids.length, count })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsks(true)} aria-label={label ? named(title, label) : undefined}>
        {title}
      </Button>
      {asks && (
        <Confirm
          title={title}
          confirm={title}
          danger
          busy={call.isPending}
          onConfirm={() => call.mutate({ device_ids: [...device_ids] })}
          onClose={() => setAsks(false)}
        >
          <p>{t('take_back_hint')}</p>
          <Refusal error={call.error} changes />
        </Confirm>
      )}
    </>
  )
}
