// A barcode that no card on offer has. The reseller is informed once, and can assign it to a card.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'

export function UnknownCode({ text }: { text: string }) {
  const t = useTranslations('selling.find')
  // The report of the barcode is not repeated if it fails, because the next scan reports the same barcode.
  const told = useQuery({ queryKey: ['told', text], queryFn: () => ask('barcodeNote', { ean: text }), retry: false, staleTime: Number.POSITIVE_INFINITY })
  return (
    <p role="alert" className="notice warning">
      {t('unknown_code', { text })} {told.data?.is_noted && t('told')}
    </p>
  )
}
