// A customer chosen by typing, kept in the address.
import { useTranslations } from 'use-intl'
import { Combobox } from '../../kit/Combobox.tsx'
import { useUrlState } from '../../kit/url.ts'

export function CustomerPick() {
  const t = useTranslations('prices')
  const [state, change] = useUrlState()
  const choose = (customer: string) => change({ customer: customer || undefined, page: undefined })
  return (
    <Combobox
      id="customer"
      label={t('customer')}
      value={state['customer'] ?? ''}
      onChange={(value) => choose(String(value))}
      onBlur={() => undefined}
      error={undefined}
      required
      call="customersListShort"
      option={(row) => ({ value: row.customer_id, label: row.name })}
    />
  )
}
