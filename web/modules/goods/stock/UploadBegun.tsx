// The wizard of an import once the file is on the server: the upload's state decides which steps are open.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Empty, Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Steps, useStep } from '../../../kit/page/Steps.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { Discard } from './Discard.tsx'
import { FileCard } from './FileCard.tsx'
import { ImportResult } from './ImportResult.tsx'
import { listOf, reachedBy, type Upload, uploadQuery } from './upload-state.ts'
import { useStepLabels } from './use-step-labels.ts'

const CheckStep = lazy(() => import('./CheckStep.tsx'))
const SupplierStep = lazy(() => import('./SupplierStep.tsx'))

export default function UploadBegun({ upload_id, startOver }: { upload_id: string; startOver: () => void }) {
  const t = useTranslations('stock.import')
  const asked = useQuery(uploadQuery(upload_id))
  if (asked.data) return <Wizard upload={asked.data} startOver={startOver} />
  const isGone = asked.error instanceof CallError && asked.error.code === 'not_found'
  return (
    <div className="stack">
      <PageTitle />
      {isGone && (
        <Empty title={t('gone')}>
          <Button onClick={startOver}>{t('start_over')}</Button>
        </Empty>
      )}
      {asked.isError && !isGone && <Failed error={asked.error} retry={() => asked.refetch()} />}
    </div>
  )
}

function Wizard({ upload, startOver }: { upload: Upload; startOver: () => void }) {
  const word = useTranslations('house.words')
  const labels = useStepLabels()
  const navigate = useNavigate()
  const [state, change] = useUrlState()
  const leaveOut = state['leave_out'] === '1'
  const [step, go] = useStep(3, reachedBy(upload, leaveOut))
  const [cancelling, setCancelling] = useState(false)
  if (upload.step === 'importing' || upload.step === 'imported' || upload.step === 'failed')
    return (
      <div className="stack">
        <PageTitle />
        <ImportResult upload={upload} startOver={startOver} />
      </div>
    )
  const next = (leave_out: boolean) => change({ step: '3', leave_out: leave_out ? '1' : undefined, page: undefined, per: undefined, rows: undefined })
  return (
    <div className="stack">
      <PageTitle>
        <Button variant="subtle" onClick={() => setCancelling(true)}>
          {word('cancel')}
        </Button>
      </PageTitle>
      <Steps labels={labels} step={step} go={go} />
      {step === 1 && <FileCard upload={upload} next={() => go(2)} startOver={startOver} />}
      <Suspense>
        {step === 2 && <CheckStep upload={upload} next={next} back={() => go(1)} startOver={startOver} />}
        {step === 3 && <SupplierStep upload={upload} leaveOut={leaveOut} back={() => go(2)} />}
      </Suspense>
      {cancelling && <Discard upload={upload} close={() => setCancelling(false)} done={() => navigate(listOf(upload))} />}
    </div>
  )
}
