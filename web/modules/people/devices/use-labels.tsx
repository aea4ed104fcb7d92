// The columns of a device in every list: tag, serial number, where the device is and since when.
import { useTranslations } from 'use-intl'
import { deviceStatuses } from '../../../../contract/people/devices.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'

export type Device = Row<'devicesList'>
const tones: Record<Device['status'], string> = { free: 'badge', assigned: 'badge success', broken: 'badge danger', lost: 'badge danger' }

export function useDeviceColumns(): Record<'tag' | 'serial' | 'status' | 'reseller' | 'customer' | 'since' | 'seen' | 'paired', Column<Device>> {
  const t = useTranslations('devices')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return {
    tag: { key: 'tag', sort: 'tag' },
    serial: { key: 'serial_number', cell: (row) => <span className="mono">{row.serial_number}</span> },
    status: {
      key: 'status',
      words: wordsOf(deviceStatuses, (status) => t(`statuses.${status}`)),
      looks: tones,
    },
    reseller: { key: 'reseller_name', header: field('tenant') },
    customer: { key: 'customer_name' },
    since: { key: 'since', as: 'date' },
    seen: { key: 'last_seen_at', sort: 'last_seen_at' },
    paired: { key: 'is_paired', words: yesNo(word('yes_small'), word('no_small')), header: t('paired') },
  }
}

export function usePairedFilter(): Filter {
  const t = useTranslations('devices')
  const word = useTranslations('words')
  const options = [
    { value: '1', label: word('yes_small'), is: true },
    { value: '0', label: word('no_small'), is: false },
  ]
  return { name: 'paired', label: t('paired'), options }
}
