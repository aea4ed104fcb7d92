// Gives the chosen products a discount in a plan. The code of the dialog and the texts of prices are loaded on the first press.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadArea } from '../../../kit/base/language.tsx'

type Props = { product_ids: readonly string[]; done: () => void }

const PlanMany = lazy(async () => (await Promise.all([import('../prices/PlanMany.tsx'), loadArea('prices')]))[0])

export function PlanOfPicked({ product_ids, done }: Props) {
  const t = useTranslations('goods.products')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('to_plan')}
      </Button>
      <Suspense>{isOpen && <PlanMany product_ids={product_ids} onClose={() => setOpen(false)} done={done} />}</Suspense>
    </>
  )
}
