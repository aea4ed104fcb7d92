// What can be done with chosen products: put on sale, take off sale, and for the platform one price rule for all of them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/base/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { SecondPerson } from '../../kit/form/SecondPerson.tsx'
import { useCallForm } from '../../kit/form/use-call-form.ts'
import { Refusal } from '../../kit/page/Refusal.tsx'
import { PriceFields, usePriceLabels } from './PriceFields.tsx'

const REFRESH = ['liveProductsList'] as const
type Props = { ids: readonly string[]; isPlatform: boolean; done: () => void }

export function LiveBulk({ ids, isPlatform, done }: Props) {
  return isPlatform ? <Platform ids={ids} done={done} /> : <Reseller ids={ids} done={done} />
}

type Chosen = Omit<Props, 'isPlatform'>

function Reseller({ ids, done }: Chosen) {
  const choose = useCall('liveChoicesUpdate', { refresh: REFRESH, done })
  return <Switches busy={choose.isPending} error={choose.error} choose={(is_on) => choose.mutate({ live_product_ids: [...ids], is_on })} />
}

function Platform({ ids, done }: Chosen) {
  const t = useTranslations('prices.online')
  const [isPricing, setPricing] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const finish = ({ state }: { state: 'done' | 'waiting' }) => (state === 'waiting' ? setWaiting(true) : done())
  const update = useCall('liveProductsUpdate', { refresh: REFRESH, done: finish })
  return (
    <>
      <Switches busy={update.isPending} error={update.error} choose={(is_on) => update.mutate({ live_product_ids: [...ids], is_on })} />
      <Button size="xs" variant="default" onClick={() => setPricing(true)}>
        {t('set_price')}
      </Button>
      {isPricing && (
        <Pricing
          ids={ids}
          onClose={() => setPricing(false)}
          done={(answer) => {
            setPricing(false)
            finish(answer)
          }}
        />
      )}
      {isWaiting && <SecondPerson onClose={done} />}
    </>
  )
}

type PricingProps = { ids: readonly string[]; onClose: () => void; done: (answer: { state: 'done' | 'waiting' }) => void }

function Pricing({ ids, onClose, done }: PricingProps) {
  const t = useTranslations('prices.online')
  const form = useCallForm('liveProductsUpdate', {
    labels: usePriceLabels(),
    fixed: { live_product_ids: [...ids] },
    values: { price_by: 'cost', margin_percent: 1_000, rounding: 'five_cents' },
    refresh: REFRESH,
    done,
  })
  return (
    <FormDialog title={t('set_price')} form={form} submit={t('save')} onClose={onClose}>
      <PriceFields fields={form.fields} />
    </FormDialog>
  )
}

function Switches({ busy, error, choose }: { busy: boolean; error: unknown; choose: (is_on: boolean) => void }) {
  const t = useTranslations('prices.online')
  return (
    <>
      <Button size="xs" disabled={busy} onClick={() => choose(true)}>
        {t('switch_on')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => choose(false)}>
        {t('switch_off')}
      </Button>
      <Refusal error={error} changes />
    </>
  )
}
