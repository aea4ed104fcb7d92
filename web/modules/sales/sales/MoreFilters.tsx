// The button that shows all filters of sales: the server counts their choices, so they are requested only on demand.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'

export function MoreFilters({ isOpen, setOpen }: { isOpen: boolean; setOpen: (isOpen: boolean) => void }) {
  const t = useTranslations('sales')
  return (
    <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? t('fewer_filters') : t('more_filters')}
    </Button>
  )
}
