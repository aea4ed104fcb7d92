// Add stock: a supplier's file in three steps. Upload and step are in the address, so that a reload goes on where it was.
import { useState } from 'react'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { Steps } from '../../kit/Steps.tsx'
import { useUrlState } from '../../kit/url.ts'
import { type Choice, FileStep, type PoolChosen } from './FileStep.tsx'
import { OpenUploads } from './OpenUploads.tsx'
import { UploadBegun, useStepLabels } from './UploadBegun.tsx'

const nowhere = { upload_id: undefined, step: undefined, leave_out: undefined, rows: undefined, page: undefined, per: undefined }

export default function StockAdd() {
  return <FromFile />
}

/** The three steps, for a denomination to be chosen or for a pool. */
export function FromFile({ pool }: { pool?: PoolChosen }) {
  const [state, change] = useUrlState()
  const labels = useStepLabels()
  const [choice, choose] = useState<Choice>({ product_id: '', configuration_id: '' })
  const open = (upload_id: string) => change({ ...nowhere, upload_id, step: '2' })
  const startOver = () => change(nowhere)
  if (state['upload_id']) return <UploadBegun key={state['upload_id']} upload_id={state['upload_id']} startOver={startOver} />
  return (
    <div className="stack">
      <PageTitle />
      <Steps labels={labels} step={1} go={startOver} />
      {!pool && <OpenUploads open={open} />}
      <FileStep choice={choice} choose={choose} uploaded={open} pool={pool} />
    </div>
  )
}
