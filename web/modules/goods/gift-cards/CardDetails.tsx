// One gift card: its goods, its history, a form to correct its serial, and a form to block it with a reason.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm, useEditForm } from '../../../kit/form/use-call-form.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PinState, Trail } from '../batches/batches.ts'

type Card = Output<'giftCardDetails'>

export function CardDetails({ gift_card_id, close }: { gift_card_id: string; close: () => void }) {
  const t = useTranslations('goods.gift_cards')
  const field = useTranslations('fields')
  const mayChange = can(useUser(), 'giftCardsUpdate')
  const asked = useQuery(query('giftCardDetails', { gift_card_id }))
  const card = asked.data
  return (
    <Dialog title={card ? `${card.product_name} ${format.money(card.value)}` : t('details')} onClose={close} wide>
      {asked.isError && <Failed error={asked.error} retry={() => asked.refetch()} />}
      {card && (
        <div className="stack">
          <Facts
            facts={[
              { label: field('state'), value: <PinState state={card.state} /> },
              { label: field('code'), value: `••••${card.last4}` },
              { label: field('serial'), value: card.serial || '–' },
              { label: field('batch'), value: String(card.batch_no) },
              { label: field('supplier'), value: card.supplier_name },
              { label: field('expires'), value: card.expires_on ? format.day(card.expires_on) : '–' },
            ]}
          />
          <Trail trail={card.trail} />
          {mayChange && card.state !== 'sold' && card.state !== 'reclaimed' && (
            <>
              <Serial card={card} key={`${card.serial} serial`} />
              <Block card={card} key={`${card.state} block`} />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

const refresh = ['giftCardsList', 'giftCardDetails', 'sellerProductsV2', 'stockList'] as const

function Serial({ card }: { card: Card }) {
  const t = useTranslations('goods.gift_cards')
  const form = useEditForm('giftCardsUpdate', { gift_card_id: card.gift_card_id, serial: card.serial }, { refresh })
  return (
    <CallForm form={form} submit={t('correct')}>
      <TextField {...form.fields.serial} />
    </CallForm>
  )
}

function Block({ card }: { card: Card }) {
  const t = useTranslations('goods.gift_cards')
  const isBlocked = card.state === 'blocked'
  const form = useCallForm('giftCardsUpdate', {
    fixed: { gift_card_id: card.gift_card_id, action: isBlocked ? 'unblock' : 'block' },
    refresh,
  })
  return (
    <CallForm form={form} submit={isBlocked ? t('unblock') : t('block')}>
      <TextField {...form.fields.reason} required={!isBlocked} hint={isBlocked ? undefined : t('block_hint')} />
    </CallForm>
  )
}
