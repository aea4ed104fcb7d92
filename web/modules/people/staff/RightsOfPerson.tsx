// A person's rights, grouped as in the menu, each with a sentence that says what it opens. For a right that the organisation lacks it says who grants it.
import { Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Flag } from '../../../../contract/kit/access.ts'
import { RightsChoice } from './RightsChoice.tsx'
import { type Level, levelOf, type PresetsFor, type Right, rightGroups, withLevel } from './rights.ts'
import styles from './staff.module.css'

export type Source = { name: string; grantor: string; held: readonly Flag[] }
type Props = { source: Source; given: readonly Flag[]; change: (given: Flag[]) => void; disabled?: boolean }

/** A person's rights: three presets for people of this kind of organisation, and all single rights behind "More". */
export function RightsOfPerson({ kind, ...props }: Props & { kind: PresetsFor }) {
  const { source, given, change, disabled } = props
  const label = useTranslations('fields')('flags')
  if (disabled) return <RightsMatrix {...props} />
  return (
    <RightsChoice label={label} kind={kind} held={source.held} given={given} change={change}>
      <RightsMatrix {...props} />
    </RightsChoice>
  )
}

function RightsMatrix({ source, given, change, disabled = false }: Props) {
  const t = useTranslations('house.groups')
  return (
    <div className="stack">
      {rightGroups.map(({ group, rights }) => (
        <fieldset key={group} disabled={disabled}>
          <legend className="strong below-4">{t(group)}</legend>
          {rights.map((right) => (
            <Line key={right.flag} right={right} source={source} given={given} change={change} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

function Line({ right, source, given, change }: Props & { right: Right }) {
  const t = useTranslations('staff')
  const rights = useTranslations('words.rights')
  const id = useId()
  const { flag, read } = right
  const isHeld = source.held.includes(flag) || (read !== undefined && source.held.includes(read))
  const level = levelOf(right, given)
  const set = (next: Level) => change(withLevel(right, next, given))
  return (
    <div className="ends middle gap-16 lined">
      <span className={styles.text}>
        {read ? (
          <span id={`${id}-name`} className="medium">
            {rights(flag)}
          </span>
        ) : (
          <label htmlFor={id} className="medium">
            {rights(flag)}
          </label>
        )}
        <span id={`${id}-opens`} className="muted">
          {isHeld ? t(`opens.${flag}`) : t('matrix.not_held', { organisation: source.name, grantor: source.grantor })}
        </span>
      </span>
      {read ? (
        <Levels id={id} right={right} level={level} held={source.held} set={set} />
      ) : (
        <Switch
          id={id}
          aria-describedby={`${id}-opens`}
          checked={level === 'full'}
          disabled={!isHeld}
          onChange={(event) => set(event.currentTarget.checked ? 'full' : 'none')}
        />
      )}
    </div>
  )
}

type LevelsProps = { id: string; right: Right; level: Level; held: readonly Flag[]; set: (level: Level) => void }

function Levels({ id, right: { flag, read }, level, held, set }: LevelsProps) {
  const t = useTranslations('staff.matrix.levels')
  const isOpen = { none: true, read: read !== undefined && held.includes(read), full: held.includes(flag) }
  return (
    <div role="radiogroup" aria-labelledby={`${id}-name`} aria-describedby={`${id}-opens`} className={`row ${styles.levels}`}>
      {(['none', 'read', 'full'] as const).map((one) => (
        <label key={one} className="option">
          <input type="radio" className="check" name={id} checked={level === one} disabled={!isOpen[one]} onChange={() => set(one)} />
          {t(one)}
        </label>
      ))}
    </div>
  )
}
