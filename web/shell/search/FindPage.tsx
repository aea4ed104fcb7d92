// The search for pages, shown at an address without a page.
import { Button } from '@mantine/core'
import Search from 'lucide-react/icons/search'
import { useTranslations } from 'use-intl'
import { openDialog } from '../dialogs.ts'

export function FindPage() {
  const t = useTranslations('house.shell')
  return (
    <div>
      <Button variant="default" leftSection={<Search size={18} aria-hidden />} onClick={() => openDialog('palette')}>
        {t('find_page')}
      </Button>
    </div>
  )
}
