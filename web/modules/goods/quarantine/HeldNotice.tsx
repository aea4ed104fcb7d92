// A notice above the stock while part of it is held back: why it is not sold, and where it can be released.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

export function HeldNotice() {
  const t = useTranslations('stock.held')
  const held = useQuery(query('heldList', { limit: 1 })).data?.held ?? 0
  if (held === 0) return null
  return (
    <p role="status" className="notice warning">
      {t('banner', { n: held, count: format.count(held) })} <InnerLink to="/inventory/held">{t('look')}</InnerLink>
    </p>
  )
}
