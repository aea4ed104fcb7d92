// The name of a column of a move in the reader's language, which is also the column's title in the templates.
import { useMessages, useTranslations } from 'use-intl'
import { nameAmong } from '../../../kit/base/field-names.ts'

export function useColumnName(): (column: string) => string {
  const t = useTranslations('customers.moving')
  const { fields } = useMessages()
  return (column) => (column === 'full_name' ? t('columns.full_name') : (nameAmong(fields ?? {}, column) ?? column))
}
