// The buying discount of each batch. The default is the last discount that this supplier gave on the same goods.
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { PercentField } from '../../../kit/form/fields.tsx'
import { isBlank, type Typed } from '../../../kit/form/form-values.ts'
import type { Job } from './use-jobs.ts'

type Props = {
  jobs: readonly Job[]
  supplier_id: string | undefined
  values: ReadonlyMap<string, Typed<number>>
  change: (key: string, value: Typed<number>) => void
  lacks: boolean
}

export function Discounts({ jobs, supplier_id, values, change, lacks }: Props) {
  const t = useTranslations('supplier_files')
  const asked = useQueries({
    queries: jobs.map(({ configuration_id }) => ({
      ...query('supplierDiscountPrevious', { configuration_id, supplier_id: supplier_id ?? '' }),
      enabled: supplier_id !== undefined,
      staleTime: 0,
    })),
  })
  const found = asked.map(({ data }) => data?.buying_discount ?? null)
  const fill = useEffectEvent(() => {
    for (const [i, { part }] of jobs.entries()) {
      const last = found[i]
      if (last !== null && last !== undefined && isBlank(values.get(part.key))) change(part.key, last)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs only when an answer arrives
  useEffect(() => {
    fill()
  }, [found.join()])
  return jobs.map(({ part, upload }, i) => (
    <PercentField
      key={part.key}
      id={`files-discount-${i}`}
      label={t('discount_of', { goods: upload ? goodsName(upload) : '' })}
      value={values.get(part.key)}
      onChange={(value) => change(part.key, value)}
      onBlur={() => undefined}
      error={lacks && isBlank(values.get(part.key)) ? t('choose_discount') : undefined}
      hint={found[i] === null || found[i] === undefined ? undefined : t('discount_before', { discount: format.percent(found[i]) })}
      required
    />
  ))
}
