// A barcode that belongs to no card on offer here. If it belongs to another card, the till names the card and says why it cannot be sold; otherwise the barcode
// is reported once to the reseller, who can assign it to a card.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'

export function UnknownCode({ text }: { text: string }) {
  const t = useTranslations('selling.find')
  // A failed report of the barcode is not repeated, because the next scan reports the barcode again. A later scan requests a new answer.
  const told = useQuery({
    queryKey: ['told', text],
    queryFn: () => ask('barcodeNote', { ean: text }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const card = told.data?.card
  if (told.isLoading) return <p className="notice warning">{text}</p>
  return (
    <p role="alert" className="notice warning">
      {card ? t(card.why, { name: `${card.product_name} ${format.money(card.value)}` }) : t('unknown_code', { text })}
      {told.data?.is_noted && (
        <>
          <br />
          {t(card ? 'told_unoffered' : 'told')}
        </>
      )}
    </p>
  )
}
