// The screen that adds stock: a supplier's file in three steps. Upload and step are in the address, so that a reload continues at the same place.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../../kit/base/api.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Steps } from '../../../kit/page/Steps.tsx'
import { DropFiles } from './DropFiles.tsx'
import { type Choice, FileStep, type PoolChosen } from './FileStep.tsx'
import { OpenUploads } from './OpenUploads.tsx'
import { useStepLabels } from './use-step-labels.ts'

/** The second and third step, whose code is loaded while the file is being sent. */
const UploadBegun = lazy(() => import('./UploadBegun.tsx'))

const nowhere = {
  product: undefined,
  value: undefined,
  upload_id: undefined,
  step: undefined,
  leave_out: undefined,
  rows: undefined,
  page: undefined,
  per: undefined,
}

const nothing: Choice = { product_id: '', configuration_id: '' }

/** The screen of an import. If the user comes from a denomination's stock, the address names it, so that it need not be chosen again. */
export default function StockAdd() {
  const [{ product: product_id = '', value = '' }] = useUrlState()
  const asked = useQuery({ ...query('productsList', { view_type: 'single', product_id }), enabled: product_id !== '' })
  const product = asked.data?.content.find((one) => one.product_id === product_id)
  if (asked.isLoading) return null
  const isIts = product?.configurations.some(({ configuration_id, pool_id }) => configuration_id === value && pool_id === null)
  return <FromFile first={product ? { product_id, product, configuration_id: isIts ? value : '' } : nothing} />
}

/** The three steps of an import, for a denomination that the user chooses or for a pool. */
export function FromFile({ pool, first = nothing }: { pool?: PoolChosen; first?: Choice }) {
  const [state, change] = useUrlState()
  const labels = useStepLabels()
  const [choice, choose] = useState(first)
  const open = (upload_id: string) => change({ ...nowhere, upload_id, step: '2' })
  const startOver = () => change(nowhere)
  if (state['upload_id'])
    return (
      <Suspense fallback={<PageTitle />}>
        <UploadBegun key={state['upload_id']} upload_id={state['upload_id']} startOver={startOver} />
      </Suspense>
    )
  return (
    <div className="stack">
      <PageTitle />
      {!pool && <DropFiles />}
      <Steps labels={labels} step={1} go={startOver} />
      <div className="stack in-order">
        <OpenUploads open={open} pool_id={pool?.pool_id} />
        <FileStep choice={choice} choose={choose} uploaded={open} pool={pool} />
      </div>
    </div>
  )
}
