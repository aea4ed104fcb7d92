// Shows the progress of an upload or import as a sentence, figures and a bar.
import { useId } from 'react'
import * as format from '../../../kit/base/format.ts'

type Props = { label: string; done: number; total: number; text?: string }

export function ProgressLine({ label, done, total, text }: Props) {
  const id = useId()
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className="row">
        <b id={id}>{label}</b>
        <span className="muted push">{text ?? `${format.count(done)} / ${format.count(total)}`}</span>
      </div>
      <progress className="progress full" aria-labelledby={id} value={Math.min(done, total)} max={Math.max(total, 1)} />
    </div>
  )
}
