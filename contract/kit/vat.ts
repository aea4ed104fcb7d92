// Which tax treatments need a rate and a country.

/** Whether VAT is due at the sale. This requires that its rate and country are known then (docs/domain.md, Tax treatment). */
export const isTaxed = ({ vat_treatment }: { vat_treatment?: unknown }): boolean =>
  vat_treatment === 'single_purpose_voucher' || vat_treatment === 'telecom_service'
