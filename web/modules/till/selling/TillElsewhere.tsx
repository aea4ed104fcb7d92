// Shown by a second tab instead of the till: it says that another tab is selling, and has a button to take over.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Empty } from '../../../kit/page/Empty.tsx'

export function TillElsewhere({ onTakeOver }: { onTakeOver: () => void }) {
  const t = useTranslations('selling.elsewhere')
  return (
    <Empty title={t('title')} hint={t('hint')}>
      <Button h={56} onClick={onTakeOver}>
        {t('take_over')}
      </Button>
    </Empty>
  )
}
