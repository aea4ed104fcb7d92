// A slip as the browser prints and previews it: black on white, without thin strokes. A long PIN is broken
// between its groups, never printed smaller.
import { qrPicture } from '../base/qr-picture.ts'
import type { Paper } from '../base/sheet.ts'
import type { Page, Part } from '../printers/parts.ts'

export function SlipPage({ page, width }: { page: Page; width: Paper }) {
  return (
    <div className={`roll roll-${width} slip-${width}`}>
      {page.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never move
        <Drawn key={place} part={part} />
      ))}
    </div>
  )
}

const looks = { bold: 'roll-bold', small: 'roll-small', value: 'slip-value' }

function Drawn({ part }: { part: Part }) {
  switch (part.is) {
    case 'text':
      return <div className={classes('slip-text', part.centred && 'roll-centred', part.look && looks[part.look])}>{part.text}</div>
    case 'ends':
      return (
        <div className={classes('roll-ends', looks[part.look])}>
          <span>{part.left}</span>
          <span>{part.right}</span>
        </div>
      )
    case 'pin':
      return <div className={classes('roll-centred slip-pin', part.tight && 'slip-tight')}>{part.text}</div>
    case 'mark':
      return <div className={classes('roll-centred slip-value slip-training', part.tight && 'slip-tight')}>{part.text}</div>
    case 'line':
      return <div className="slip-line" />
    case 'cut':
      return <div className={classes('roll-centred slip-cut', part.tight && 'slip-tight')}>{part.text}</div>
    case 'dial':
      return (
        <div className="slip-dial">
          <img alt="" src={qrPicture(part.dials, { border: 2 })} />
          <span>{part.label}</span>
        </div>
      )
  }
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
