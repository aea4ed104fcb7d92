// The till's dialogs: its last sales, and why a slip is not reprinted at once. Loaded after the till is drawn.
import { LastSales } from './LastSales.tsx'
import { ReprintTroubles } from './ReprintTroubles.tsx'
import type { useReprint } from './use-reprint.ts'

type Props = {
  showsLast: boolean
  reprinting: ReturnType<typeof useReprint>
  onCloseLast: () => void
  onReprint: (sale_id: string) => void
}

export function TillDialogs({ showsLast, reprinting, onCloseLast, onReprint }: Props) {
  const { trouble, again, dismiss } = reprinting
  return (
    <>
      {showsLast && <LastSales onClose={onCloseLast} onReprint={onReprint} />}
      <ReprintTroubles trouble={trouble} onReason={again} onClose={dismiss} />
    </>
  )
}
