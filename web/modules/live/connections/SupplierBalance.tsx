// Our balance with a supplier, marked if it is low.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { NOTHING } from '../../../kit/page/field-format.tsx'
import { isLow } from './supplier-state.ts'

export function SupplierBalance(of: Parameters<typeof isLow>[0]) {
  const word = useTranslations('words')
  if (of.balance === null) return NOTHING
  return (
    <>
      {format.money(of.balance)} {isLow(of) && <span className="badge danger">{word('balance_low')}</span>}
    </>
  )
}
