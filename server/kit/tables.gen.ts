// Types of the tables, by `npm run generate`. Not to be edited.
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AssignedProducts {
  configuration_id: string | null;
  customer_id: string;
  discount: number;
  id: string;
  is_enabled: Generated<boolean>;
  product_id: string;
  tenant_id: number;
}

export interface Batches {
  batch_no: number;
  buying_discount: number;
  configuration_id: string;
  created_at: Timestamp;
  created_by: string;
  data_key: Buffer;
  expires_on: string | null;
  file_hash: Buffer;
  filename: Generated<string>;
  lot: Generated<string>;
  owner_id: string;
  quantity: Generated<number>;
  state: Generated<string>;
  supplier_id: string;
  tenant_id: number;
}

export interface BatchNumbers {
  last: number;
  tenant_id: number;
}

export interface Configurations {
  created_at: Timestamp;
  ean: Generated<string>;
  id: string;
  info: Generated<string>;
  is_active: Generated<boolean>;
  product_id: string;
  tenant_id: number;
  value: number;
  vat_country: Generated<string>;
  vat_rate: Generated<number>;
  vat_treatment: Generated<string>;
}

export interface CreditLimitChanges {
  created_at: Timestamp;
  created_by: string;
  id: string;
  limit_after: number;
  limit_before: number;
  remarks: string;
  tenant_id: number;
  wallet_id: string;
}

export interface Favourites {
  configuration_id: string;
  position: number;
  tenant_id: number;
  user_id: string;
}

export interface Hosts {
  host: string;
  organisation_id: string;
  tenant_id: number;
}

export interface LoginAttempts {
  n: number;
  subject: string;
  tenant_id: number;
  window_start: Timestamp;
}

export interface Organisations {
  address: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  created_at: Timestamp;
  default_language: Generated<string>;
  download_csv: Generated<boolean>;
  email: Generated<string>;
  enable_web_view: Generated<boolean>;
  flags: Generated<string[]>;
  house_no: Generated<string>;
  id: string;
  is_active: Generated<boolean>;
  kind: string;
  mask_seller_discount: Generated<boolean>;
  merge_receipts: Generated<boolean>;
  mobile: Generated<string>;
  name: string;
  name_search: string;
  parent_id: string | null;
  path: string[];
  pin_download: Generated<boolean>;
  plan_id: string | null;
  postal: Generated<string>;
  show_print_popup: Generated<boolean>;
  support_email: Generated<string>;
  support_name: Generated<string>;
  support_phone: Generated<string>;
  template: Generated<number>;
  tenant_id: number;
}

export interface Pins {
  batch_no: number;
  hash: Buffer;
  is_blocked: Generated<boolean>;
  last4: string;
  sale_id: string | null;
  seq: number;
  serial: Generated<string>;
  tenant_id: number;
}

export interface PlanEntries {
  configuration_id: string | null;
  discount: number;
  id: string;
  plan_id: string;
  product_id: string;
  tenant_id: number;
}

export interface Plans {
  created_at: Timestamp;
  id: string;
  name: string;
  owner_id: string;
  tenant_id: number;
}

export interface Products {
  created_at: Timestamp;
  customer_care: Generated<string>;
  id: string;
  image: string | null;
  instructions: Generated<string>;
  is_active: Generated<boolean>;
  name: string;
  name_search: string;
  owner_id: string;
  pin_length: Generated<number>;
  pin_letters: Generated<boolean>;
  tenant_id: number;
  type: string;
}

export interface QueueHeads {
  batch_no: number;
  configuration_id: string;
  cost_unit: number;
  end_seq: number;
  expires_on: string | null;
  first_seq: number;
  is_published: boolean;
  next_seq: number;
  stripe: number;
  taken_at: Timestamp | null;
  tenant_id: number;
}

export interface Reveals {
  copy: number;
  created_at: Timestamp;
  id: string;
  kind: string;
  reason: Generated<string>;
  sale_id: string;
  session_id: string;
  tenant_id: number;
  user_id: string;
}

export interface Sales {
  amount_total: number;
  balance_after: number | null;
  balance_before: number | null;
  chain: string[];
  configuration_id: string;
  copies: Generated<number>;
  cost_total: number;
  created_at: Timestamp;
  discount: number;
  download_id: string | null;
  downloaded_at: Timestamp | null;
  id: string;
  owner_id: string;
  price_source: string;
  price_unit: number;
  prices: ArrayType<number>;
  product_name: string;
  quantity: number;
  ranges: number[];
  seller_id: string;
  session_id: string;
  status: Generated<string>;
  tenant_id: number;
  user_id: string;
  value: number;
  vat_country: string;
  vat_rate: number;
  vat_treatment: string;
}

export interface Sessions {
  address: Generated<string>;
  chosen_tenant_id: number | null;
  created_at: Timestamp;
  device_hash: Generated<string>;
  ended_at: Timestamp | null;
  id: string;
  last_seen_at: Timestamp;
  tenant_id: number;
  token_hash: Buffer;
  user_id: string;
}

export interface Suppliers {
  address: Generated<string>;
  city: Generated<string>;
  company: string;
  country: Generated<string>;
  created_at: Timestamp;
  email: Generated<string>;
  full_name: Generated<string>;
  id: string;
  is_active: Generated<boolean>;
  mobile: Generated<string>;
  owner_id: string;
  postalcode: Generated<string>;
  remarks: Generated<string>;
  stnr: Generated<string>;
  telephone: Generated<string>;
  tenant_id: number;
  ustidnr: Generated<string>;
}

export interface Tenants {
  created_at: Timestamp;
  name: string;
  tenant_id: number;
}

export interface TransactionKeys {
  answer: Json | null;
  cause_id: string;
  content: Buffer;
  created_at: Timestamp;
  key: string;
  operation: string;
  tenant_id: number;
  user_id: string;
}

export interface Transfers {
  amount: number;
  balance_after: number;
  cause_id: string;
  created_at: Timestamp;
  created_by: string;
  kind: string;
  payee_id: string;
  payer_id: string;
  payment_mode: Generated<string>;
  remarks: Generated<string>;
  seq: number;
  tenant_id: number;
  wallet_id: string;
}

export interface UploadFindings {
  cells: string[];
  detail: Generated<Json>;
  finding: string;
  level: string;
  row: number;
  tenant_id: number;
  upload_id: string;
}

export interface Uploads {
  accepted: Generated<number>;
  batch_no: number | null;
  configuration_id: string;
  created_at: Timestamp;
  created_by: string;
  errors: Generated<number>;
  fatal: string | null;
  file_bytes: number;
  file_hash: Buffer;
  file_key: Buffer;
  filename: string;
  found: Generated<Json>;
  id: string;
  owner_id: string;
  rows_done: Generated<number>;
  rows_total: Generated<number>;
  settings: Json;
  step: string;
  tenant_id: number;
  updated_at: Timestamp;
  warnings: Generated<number>;
}

export interface Users {
  created_at: Timestamp;
  flags: Generated<string[]>;
  full_name: Generated<string>;
  id: string;
  internal_role: Generated<number>;
  is_active: Generated<boolean>;
  is_web_support: Generated<boolean>;
  language: string | null;
  organisation_id: string;
  password_hash: string;
  tenant_id: number;
  username: string;
}

export interface Wallets {
  balance: Generated<number>;
  credit_limit: Generated<number>;
  held: Generated<number>;
  is_active: Generated<boolean>;
  organisation_id: string;
  parent_id: string;
  tenant_id: number;
  transfers: Generated<number>;
}

export interface DB {
  assigned_products: AssignedProducts;
  batch_numbers: BatchNumbers;
  batches: Batches;
  configurations: Configurations;
  credit_limit_changes: CreditLimitChanges;
  favourites: Favourites;
  hosts: Hosts;
  login_attempts: LoginAttempts;
  organisations: Organisations;
  pins: Pins;
  plan_entries: PlanEntries;
  plans: Plans;
  products: Products;
  queue_heads: QueueHeads;
  reveals: Reveals;
  sales: Sales;
  sessions: Sessions;
  suppliers: Suppliers;
  tenants: Tenants;
  transaction_keys: TransactionKeys;
  transfers: Transfers;
  upload_findings: UploadFindings;
  uploads: Uploads;
  users: Users;
  wallets: Wallets;
}
