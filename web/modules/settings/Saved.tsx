// Says that something was saved, to screen readers too; disappears with the next attempt.
import Check from 'lucide-react/icons/check'
import { useTranslations } from 'use-intl'

export function Saved({ is, children }: { is: boolean; children?: string }) {
  const t = useTranslations('settings')
  return (
    <div role="status" className="quiet">
      {is && (
        <p className="notice success row">
          <Check size={18} aria-hidden />
          {children ?? t('saved')}
        </p>
      )}
    </div>
  )
}
