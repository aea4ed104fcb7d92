// Actions for chosen products: put on sale, take off sale, and for the platform one price rule or one tax for all of them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, useCall } from '../../../kit/base/api.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { TaxFields } from '../../../kit/form/TaxFields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
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
  const [shown, show] = useState<'price' | 'tax' | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const finish = ({ state }: Answer) => (state === 'waiting' ? setWaiting(true) : done())
  const update = useCall('liveProductsUpdate', { refresh: REFRESH, done: finish })
  const dialog = {
    ids,
    onClose: () => show(null),
    done: (answer: Answer) => {
      show(null)
      finish(answer)
    },
  }
  return (
    <>
      <Switches busy={update.isPending} error={update.error} choose={(is_on) => update.mutate({ live_product_ids: [...ids], is_on })} />
      <Button size="xs" variant="default" onClick={() => show('price')}>
        {t('set_price')}
      </Button>
      <Button size="xs" variant="default" onClick={() => show('tax')}>
        {t('set_tax')}
      </Button>
      {shown === 'price' && <Pricing {...dialog} />}
      {shown === 'tax' && <Taxing {...dialog} />}
      {isWaiting && <SecondPerson onClose={done} />}
    </>
  )
}

type Answer = { state: 'done' | 'waiting' }
type DialogProps = { ids: readonly string[]; onClose: () => void; done: (answer: Answer) => void }

function Pricing({ ids, onClose, done }: DialogProps) {
  const t = useTranslations('prices.online')
  const word = useTranslations('house.words')
  const form = useCallForm('liveProductsUpdate', {
    labels: usePriceLabels(),
    fixed: { live_product_ids: [...ids] },
    values: { price_by: 'cost', margin_percent: 1_000, rounding: 'five_cents' },
    refresh: REFRESH,
    done,
  })
  return (
    <FormDialog title={t('set_price')} form={form} submit={word('save')} onClose={onClose}>
      <PriceFields fields={form.fields} />
    </FormDialog>
  )
}

/** The dialog that gives the chosen products one tax. All its fields are sent: a blank field removes the value that the products had. */
function Taxing({ ids, onClose, done }: DialogProps) {
  const t = useTranslations('prices.online')
  const word = useTranslations('house.words')
  const form = useCallForm('liveProductsUpdate', {
    fixed: { live_product_ids: [...ids] },
    required: ['vat_treatment'],
    refresh: REFRESH,
    send: (input) => ask('liveProductsUpdate', { vat_rate: null, vat_country: '', ...input }),
    done,
  })
  return (
    <FormDialog title={t('set_tax')} form={form} submit={word('save')} onClose={onClose} above={<p>{t('tax_hint')}</p>}>
      <TaxFields fields={form.fields} />
    </FormDialog>
  )
}

function Switches({ busy, error, choose }: { busy: boolean; error: unknown; choose: (is_on: boolean) => void }) {
  const word = useTranslations('words')
  return (
    <>
      <Button size="xs" disabled={busy} onClick={() => choose(true)}>
        {word('put_on_sale')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => choose(false)}>
        {word('take_off_sale')}
      </Button>
      <Refusal error={error} changes />
    </>
  )
}
