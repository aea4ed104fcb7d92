// A choice among a few options that are all visible, drawn as cards with radio buttons.
import { type ReactNode, useId } from 'react'
import styles from './choices.module.css'

type Props<V extends string> = { label: string; value: V | ''; choices: readonly { value: V; label: ReactNode }[]; choose: (value: V) => void; down?: boolean }

/** `down`: places the options one below the other, for options with explanations. */
export function Choices<V extends string>({ label, value, choices, choose, down }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={down ? `lines ${styles.down}` : 'row gap-8'}>
      <legend className="medium below-4">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="surface option control">
          <input type="radio" className="check" name={name} checked={value === choice.value} onChange={() => choose(choice.value)} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
