// The button that explains a price. The dialog's code and texts are loaded on the first press, so any screen can use the button.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Money } from '../../../../contract/kit/money.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { loadArea } from '../../../kit/base/language.tsx'

export type PriceQuestion = {
  customer_id: string
  configuration_id: string
  /** The values of the product, for an entry of a whole product: the user chooses the one whose price is explained. */
  values?: readonly { configuration_id: string; value: Money }[]
}
type Props = PriceQuestion & {
  label: string
  /** The goods whose price is explained, for screen readers. */
  name: string
}

const WhyDialog = lazy(async () => (await Promise.all([import('./WhyDialog.tsx'), loadArea('prices')]))[0])

export function WhyPrice({ label, name, ...asked }: Props) {
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={named(label, name)} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <WhyDialog {...asked} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
