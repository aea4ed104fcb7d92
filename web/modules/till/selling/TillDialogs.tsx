// The till's dialogs: its last sales, and why a slip is not reprinted at once. They are loaded after the till is drawn.

import { ReprintTroubles } from '../../../kit/counter/ReprintTroubles.tsx'
import type { useReprint } from '../../../kit/counter/use-reprint.ts'
import { LastSales } from './LastSales.tsx'

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
