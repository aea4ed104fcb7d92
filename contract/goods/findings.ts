// The errors that the check of a supplier's file can find in a row or in the whole file.
/** The findings by name. Each occurs in real supplier files (docs/domain.md, Row checks). A finding of level `error` excludes the row. */
export const findings = [
  'scientific_notation',
  'pin_length',
  'pin_characters',
  'pin_missing',
  'duplicate_in_file',
  'duplicate_in_stock',
  'leading_zero_missing',
  'columns_missing',
  'other_value',
  // Occurs only in uploads that were checked before several lots per file were allowed.
  'other_batch',
  'expiry_unreadable',
  'expired',
  'swapped_columns',
  'trailer_mismatch',
  'one_column',
] as const
export type Finding = (typeof findings)[number]
