// The page of one claim: the facts needed to decide it, its steps so far with their notes, its files, and the steps that the user can take.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ReclaimStep } from '../../../../contract/sales/reclamations.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { DetailPage, type Fact } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { ClaimFiles } from './ClaimFiles.tsx'
import { ClaimSteps } from './ClaimSteps.tsx'
import { aboveLooks, type Details, looks } from './claim.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { useClaimKeys } from './use-claim-keys.ts'
import { ClaimedAfter, Due } from './use-columns.tsx'

export default function ClaimDetails() {
  const t = useTranslations('reclamations')
  const word = useTranslations('words')
  const isShop = can(useUser(), 'reclaimCheck')
  const { reclaimId = '' } = useParams()
  const asked = useQuery(query('reclaimDetails', { reclaim_id: reclaimId }))
  const missing = {
    title: t('missing'),
    hint: t('missing_hint'),
    to: isShop ? '/seller-reclaim-requests' : '/reclaim-requests',
    label: word('back_to_the_list'),
  }
  return (
    <OnePage asked={asked} row={(claim) => claim} missing={missing}>
      {(claim) => <Whole key={reclaimId} claim={claim} isShop={isShop} />}
    </OnePage>
  )
}

function Whole({ claim, isShop }: { claim: Details; isShop: boolean }) {
  const t = useTranslations('reclamations')
  const mayMove = useUser().view === null
  const [step, setStep] = useState<ReclaimStep>()
  const { reclaim_id, state, may } = claim
  const main = may.find((one) => one === 'accept' || one === 'approve')
  useClaimKeys((wanted) => may.includes(wanted) && setStep(wanted), reclaim_id)
  return (
    <div data-claims={isShop ? undefined : true}>
      <DetailPage
        title={t('claim_no', { number: claim.number })}
        status={
          <p className="row">
            <span className={looks[state]}>{t(`states.${state}`)}</span>
            <span className="muted">{t(`says.${state}`)}</span>
          </p>
        }
        facts={useFacts(claim, isShop)}
        actions={
          mayMove &&
          [...may.filter((one) => one !== main), ...(main ? [main] : [])].map((one) => (
            <Button key={one} variant={one === main ? 'filled' : 'default'} onClick={() => setStep(one)}>
              {t(`steps.${one}`)}
            </Button>
          ))
        }
      >
        <ClaimSteps steps={claim.steps} />
        <ClaimFiles claim={claim} mayAdd={mayMove} />
      </DetailPage>
      {step && <DecideDialog step={step} ids={[reclaim_id]} onClose={() => setStep(undefined)} />}
    </div>
  )
}

/** A link to the sale with its prices, slips and documents, for users who may open it. */
function SaleLink({ claim: { sale_id, sold_at }, isShop }: { claim: Details; isShop: boolean }) {
  const day = format.berlinDay(new Date(sold_at))
  const text = format.dateTime(sold_at)
  if (!can(useUser(), 'saleDetails')) return text
  return <InnerLink to={`${isShop ? '/seller/sales' : '/reports-sales'}?period=custom&from=${day}&to=${day}&sale=${sale_id}`}>{text}</InnerLink>
}

function useFacts(claim: Details, isShop: boolean): Fact[] {
  const t = useTranslations('reclamations')
  const field = useTranslations('fields')
  const own: Fact[] = [
    { label: field('product'), value: `${claim.product_name} ${format.money(claim.value)}` },
    {
      label: field('serial'),
      value: (
        <span className="mono">
          {claim.serial} <span className="nowrap">{`••${claim.pin_last4}`}</span>
        </span>
      ),
    },
    { label: t('sold'), value: <SaleLink claim={claim} isShop={isShop} /> },
    { label: t('claimed_after'), value: <ClaimedAfter row={claim} /> },
    { label: field('reason'), value: t(`reasons.${claim.reason}`) },
    ...(claim.amount === null ? [] : [{ label: t('amount'), value: format.moneyExact(claim.amount) }]),
    { label: t('copies'), value: format.count(claim.copies) },
  ]
  if (isShop) return own
  return [
    { label: field('customer'), value: claim.seller_name },
    { label: t('claimed_by'), value: claim.username || '–' },
    ...own,
    { label: t('claims_30_days'), value: format.count(claim.claims_30_days) },
    ...(claim.batch_no === null
      ? []
      : [
          { label: field('batch'), value: <InnerLink to={`/reclaim-requests?batch_no=${claim.batch_no}`}>{String(claim.batch_no)}</InnerLink> },
          { label: t('batch_claims'), value: format.count(claim.batch_claims) },
          { label: field('supplier'), value: claim.supplier_name ?? '–' },
          { label: t('due'), value: <Due row={claim} /> },
        ]),
    { label: t('taken'), value: claim.taken_name || '–' },
    ...(claim.above ? [{ label: t('level_above'), value: <span className={aboveLooks[claim.above]}>{t(`above.${claim.above}`)}</span> }] : []),
    { label: field('decided_by'), value: claim.desk_name || t('level_above') },
  ]
}
