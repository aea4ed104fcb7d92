// Parts of the till that are loaded after it is drawn. A sale needs none of them.
import { loadContract } from '../../../kit/base/contract.ts'
import { takePart } from '../../../kit/base/first-parts.ts'
import { loadAllErrors, withArea } from '../../../kit/base/language.tsx'
import { createLater } from '../../../kit/base/later-parts.ts'

export const { fetchParts: fetchLater, useParts: useLater } = createLater(async () => {
  const [{ TillDialogs }, { BulkFile }, { SlipPrinter }, { ShiftMark }, { TillSenses }, { counter }] = await Promise.all([
    import('./TillDialogs.tsx'),
    import('../../../kit/counter/BulkFile.tsx'),
    withArea('printers', import('../../../kit/counter/SlipPrinter.tsx')),
    import('./ShiftMark.tsx'),
    import('./TillSenses.tsx'),
    withArea('counter', import('./counter.ts')),
    // The list of the last sales needs the texts of this area, and so does closing a shift.
    withArea('pages', loadContract()),
    loadAllErrors(),
  ])
  takePart('shiftNow', {}, 'shift')
  takePart('comingPrices', {}, 'coming')
  return { TillDialogs, BulkFile, SlipPrinter, ShiftMark, TillSenses, ...counter }
})
