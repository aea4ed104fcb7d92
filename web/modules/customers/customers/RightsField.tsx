// The field of rights. It is loaded when it is shown, together with the staff screens' texts, which explain each right.
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadArea } from '../../../kit/base/language.tsx'
import type RightsOf from './Rights.tsx'

const Rights = lazy(async () => (await Promise.all([import('./Rights.tsx'), loadArea('staff')]))[0])

export const RightsField = (field: ComponentProps<typeof RightsOf>) => (
  <Suspense fallback={<div aria-busy />}>
    <Rights {...field} />
  </Suspense>
)
