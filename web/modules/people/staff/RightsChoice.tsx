// A choice of rights: three presets for the kind of person or customer, the chosen rights in words, and every single right behind "More".
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Flag } from '../../../../contract/kit/access.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Fold } from '../../../kit/form/Fold.tsx'
import { inOrder, isSame, offered, type PresetsFor, presetOf } from './rights.ts'

type Props = { label: string; kind: PresetsFor; held: readonly Flag[]; given: readonly Flag[]; change: (given: Flag[]) => void; children: ReactNode }

/** `children`: draws a control for each right. */
export function RightsChoice({ label, kind, held, given, change, children }: Props) {
  const t = useTranslations('staff.matrix')
  const rights = useTranslations('words.rights')
  const names = offered(kind, held)
  return (
    <div className="stack gap-8">
      <Choices
        label={label}
        value={names.find((name) => isSame(presetOf(name, held), given)) ?? ''}
        choices={names.map((name) => ({
          value: name,
          label: (
            <span>
              {t(name)} <span className="muted small">{t(`says.${name}`)}</span>
            </span>
          ),
        }))}
        choose={(name) => change(presetOf(name, held))}
        down
      />
      <div role="status" aria-label={label}>
        <ul className="row gap-4">
          {given.length === 0 && <li className="muted">{t('none')}</li>}
          {inOrder(given).map((flag) => (
            <li key={flag} className="badge">
              {rights(flag)}
            </li>
          ))}
        </ul>
      </div>
      <Fold title={t('more')}>{children}</Fold>
    </div>
  )
}
