// The button that puts the chosen card into the basket, so that another card can be chosen. Scanning another card does this automatically.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Key } from '../../../kit/counter/Key.tsx'

export function AddCard({ disabled, onAdd }: { disabled: boolean; onAdd: () => void }) {
  const t = useTranslations('counter.basket')
  return (
    <Button variant="subtle" size="compact-sm" onClick={onAdd} disabled={disabled}>
      {t('add')} <Key>*</Key>
    </Button>
  )
}
