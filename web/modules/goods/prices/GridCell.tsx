// One text field of a grid of discounts. Typing replaces its text, the grid's keys move between fields and undo, and a pasted block starts in this field.
import type { ClipboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { read } from './grid.ts'
import { blockOf, gridKey, spread } from './grid-keys.ts'
import styles from './prices.module.css'

export type Editing = { change: (texts: Record<string, string>, cell: string) => void; undo: () => void; restore: (cell: string) => void }

type Props = {
  /** The key that identifies the cell in the grid. */
  cell: string
  text: string
  label: string
  editing: Editing
  placeholder?: string
  readOnly?: boolean
  /** A problem that is shown although the text is a valid discount. */
  problem?: string | undefined
  /** Returns the cells that a pasted block fills; by default every field from this one on, line by line. */
  fill?: (block: string[][]) => Record<string, string>
}

export function GridCell({ cell, text, label, editing, placeholder = '–', readOnly = false, problem: other, fill }: Props) {
  const problems = useTranslations('errors.problems')
  const reading = read(text)
  const problem = 'problem' in reading ? problems(reading.problem, { limit: '100' }) : other
  const noteId = `note-${cell.replaceAll(' ', '-')}`
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const block = blockOf(event.clipboardData.getData('text'))
    if (!block || readOnly) return
    event.preventDefault()
    editing.change(fill ? fill(block) : spread(event.currentTarget, block), `paste ${cell} ${Date.now()}`)
  }
  return (
    <>
      <input
        className={`surface ${styles.cell}`}
        data-cell={cell}
        inputMode="decimal"
        autoComplete="off"
        readOnly={readOnly}
        value={text}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? noteId : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => editing.change({ [cell]: event.currentTarget.value }, cell)}
        onKeyDown={(event) => gridKey(event, { restore: () => editing.restore(cell), undo: editing.undo })}
        onPaste={onPaste}
      />
      {problem && (
        <div id={noteId} role="alert" className={`negative ${styles.problem}`}>
          {problem}
        </div>
      )}
    </>
  )
}
