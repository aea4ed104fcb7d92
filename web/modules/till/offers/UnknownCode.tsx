// A barcode that belongs to no card on offer. It is reported once to the reseller, who can assign it to a card.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'

export function UnknownCode({ text }: { text: string }) {
  const t = useTranslations('selling.find')
  // A failed report of the barcode is not repeated, because the next scan reports the barcode again.
  const told = useQuery({ queryKey: ['told', text], queryFn: () => ask('barcodeNote', { ean: text }), retry: false, staleTime: Number.POSITIVE_INFINITY })
  return (
    <p role="alert" className="notice warning">
      {t('unknown_code', { text })}
      {told.data?.is_noted && (
        <>
          <br />
          {t('told')}
        </>
      )}
    </p>
  )
}
