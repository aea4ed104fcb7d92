// The button that shows all filters of sales: their choices are counted by the server, so they are asked for only when wanted.
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
