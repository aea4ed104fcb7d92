// The dialog with a Z-report or X-report, drawn as on paper, and the buttons that print it.
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { useZTitle, ZPrint } from './ZPrint.tsx'

export function ZDialog({ report, onClose }: { report: ZReport; onClose: () => void }) {
  const titleOf = useZTitle()
  return (
    <Dialog title={titleOf(report)} onClose={onClose}>
      <ZPrint report={report} />
    </Dialog>
  )
}
