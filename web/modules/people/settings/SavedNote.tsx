// Announces that something was saved, to screen readers too. The note disappears with the next attempt to save.
import Check from 'lucide-react/icons/check'
import { useTranslations } from 'use-intl'

export function Saved({ is, children }: { is: boolean; children?: string }) {
  const word = useTranslations('house.words')
  return (
    <div role="status" className="quiet">
      {is && (
        <p className="notice success row">
          <Check size={18} aria-hidden />
          {children ?? word('saved')}
        </p>
      )}
    </div>
  )
}
