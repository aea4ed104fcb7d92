// The ids for calls' fields, all of one tenant.
export type Ids = {
  product_id: string
  configuration_id: string
  supplier_id: string
  customer_id: string
  upload_id: string
  sale_id: string
  download_id: string
  batch_no: string
  transaction_key: string
  username: string
  user_id: string
  organisation_id: string
  reference_id: string
  /** The id of an existing sign-in, with a wrong secret. */
  reference: string
  /** The id of an existing registration, with a wrong secret. */
  registration: string
  registration_id: string
  message_id: string
  session_id: string
  browser_id: string
  device_id: string
  pool_id: string
  /** The card's id in the form used by the list: batch and number. */
  gift_card_id: string
  discount_plan_id: string
  change_id: string
  request_id: string
  export_id: string
  reclaim_id: string
  file_id: string
  invoice_id: string
  connection_id: string
  live_product_id: string
  number_id: string
  planned_id: string
  move_id: string
  line_id: string
  webhook_id: string
  delivery_id: string
  supplier_contact_id: string
  mandate_id: string
  collection_id: string
  return_id: string
  status_notice_id: string
}
