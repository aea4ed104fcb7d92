// Prints the slip of an earlier sale again, under the same reprint policy and on the same printer as at the till.
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../../kit/base/api.ts'
import { ReprintTroubles } from '../../../kit/counter/ReprintTroubles.tsx'
import { SlipPrinter } from '../../../kit/counter/SlipPrinter.tsx'
import { usePrinting } from '../../../kit/counter/use-printing.ts'
import { useReprint } from '../../../kit/counter/use-reprint.ts'

type Props = { sale_id: string; onEnd: () => void }

/** Requests the slip as soon as it is rendered; calls `onEnd` when the slip was printed, closed or refused. */
export function Reprint({ sale_id, onEnd }: Props) {
  const user = useUser()
  const printer = usePrinting(user)
  const { reprint, again, trouble, dismiss } = useReprint((copy, more) => printer.print(copy, more))
  const begin = useEffectEvent(() => void reprint([sale_id]))
  useEffect(() => {
    begin()
  }, [])
  function giveUp() {
    dismiss()
    onEnd()
  }
  return (
    <>
      <ReprintTroubles trouble={trouble} onReason={again} onClose={giveUp} />
      <SlipPrinter printer={printer} merged={user.merge_receipts === 1} reprint={reprint} onEnd={onEnd} />
    </>
  )
}
