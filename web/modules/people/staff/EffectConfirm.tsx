// Shows, before rights are saved, which of them the person gains and which the person loses.
import { useTranslations } from 'use-intl'
import { internalRole } from '../../../../contract/kit/access.ts'
import type { Staff } from '../../../../contract/people/staff.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import type { Effect } from './rights.ts'

type Props = { person: Staff; effect: Effect; isManager: boolean; busy: boolean; onConfirm: () => void; onClose: () => void }

export function EffectConfirm({ person, effect, isManager, ...confirm }: Props) {
  const t = useTranslations('staff')
  const rights = useTranslations('words.rights')
  const wasManager = person.internal_role === internalRole.manager
  return (
    <Confirm title={t('effect.title', { name: person.full_name || person.username })} confirm={t('effect.confirm')} {...confirm}>
      {isManager !== wasManager && <p>{t(isManager ? 'effect.becomes_manager' : 'effect.becomes_staff')}</p>}
      {(['gains', 'loses'] as const).map(
        (way) =>
          effect[way].length > 0 && (
            <div key={way}>
              <b>{t(`effect.${way}`)}</b>
              <ul className="points">
                {effect[way].map((flag) => (
                  <li key={flag}>{rights(flag)}</li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Confirm>
  )
}
