// The star beside a page's title: pressed while the page is starred.
import Star from 'lucide-react/icons/star'
import { useTranslations } from 'use-intl'
import { useUser } from '../base/api.ts'
import { can } from '../base/can.ts'
import { useStars } from './stars.ts'

export function StarButton({ path }: { path: string }) {
  const t = useTranslations('house.shell')
  const { starred, isFull, toggle } = useStars()
  const mayKeep = can(useUser(), 'settingsUpdate')
  const isStarred = starred.includes(path)
  const label = isStarred ? t('unstar') : isFull ? t('stars_full') : t('star')
  if (!mayKeep) return null
  return (
    <button
      type="button"
      className="bare square no-print"
      aria-label={label}
      title={label}
      aria-pressed={isStarred}
      aria-disabled={isFull && !isStarred}
      onClick={() => toggle(path)}
    >
      <Star size={18} strokeWidth={1.75} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
    </button>
  )
}
