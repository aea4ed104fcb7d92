// Actions for chosen products: put on sale, take off sale, and for the platform one price rule or one tax for all of them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, useCall } from '../../../kit/base/api.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { step } from '../../../kit/form/steps.ts'
import { TaxFields } from '../../../kit/form/TaxFields.tsx'
import { offerUndo } from '../../../kit/form/undo.ts'
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
  const switchAll = (is_on: boolean) => choose.mutate({ live_product_ids: [...ids], is_on }, { onSuccess: offerSwitch('liveChoicesUpdate', is_on) })
  return <Switches busy={choose.isPending} error={choose.error} choose={switchAll} />
}

function Platform({ ids, done }: Chosen) {
  const t = useTranslations('prices.online')
  const [shown, show] = useState<'price' | 'tax' | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const finish = ({ state }: Answer) => (state === 'waiting' ? setWaiting(true) : done())
  const update = useCall('liveProductsUpdate', { refresh: REFRESH, done: finish })
  const switchAll = (is_on: boolean) => update.mutate({ live_product_ids: [...ids], is_on }, { onSuccess: offerSwitch('liveProductsUpdate', is_on) })
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
      <Switches busy={update.isPending} error={update.error} choose={switchAll} />
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

/** Offers to switch back the products that were put on sale or taken off sale. */
const offerSwitch =
  (call: 'liveChoicesUpdate' | 'liveProductsUpdate', is_on: boolean) =>
  ({ switched }: { switched: string[] }) =>
    offerUndo({
      steps: switched.length > 0 ? [step(call, { live_product_ids: switched, is_on: !is_on })] : [],
      rows: switched.length,
      refresh: REFRESH,
    })

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
