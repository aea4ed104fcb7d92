// Every screen of the house as data: router, menu, breadcrumb, letter keys and the access test read it.
// To add one: a line here, a default-exported component in modules/<word>/, its texts in i18n/<area>.*.json, its name under house.screens.
import type { LucideIcon } from 'lucide-react'
import Banknote from 'lucide-react/icons/banknote'
import Boxes from 'lucide-react/icons/boxes'
import CreditCard from 'lucide-react/icons/credit-card'
import Eye from 'lucide-react/icons/eye'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import Nfc from 'lucide-react/icons/nfc'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import Percent from 'lucide-react/icons/percent'
import Radio from 'lucide-react/icons/radio'
import ReceiptText from 'lucide-react/icons/receipt-text'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import ScrollText from 'lucide-react/icons/scroll-text'
import Share2 from 'lucide-react/icons/share-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import TableProperties from 'lucide-react/icons/table-properties'
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import Truck from 'lucide-react/icons/truck'
import Upload from 'lucide-react/icons/upload'
import UserCog from 'lucide-react/icons/user-cog'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import Users from 'lucide-react/icons/users'
import WalletCards from 'lucide-react/icons/wallet-cards'
import type { ComponentType } from 'react'
import { type CallName, calls } from '../contract/index.ts'
import type { Access } from '../contract/kit/access.ts'
import type { Area } from './i18n/catalogue.ts'
import type { ScreenTitle } from './kit/PageTitle.tsx'

/** The seven groups of the menu, in their order for everybody. */
export const groups = ['sell', 'shop', 'catalogue', 'customers', 'billing', 'reports', 'service'] as const
export type Group = (typeof groups)[number]

export type Screen = {
  path: `/${string}`
  title: ScreenTitle
  /** The call it shows; who may call it may open it, unless `access` says otherwise. */
  call?: CallName
  access?: Access
  area: Area
  view: () => Promise<{ default: ComponentType }>
  /** In the menu with this icon; without a group it stands on top. */
  menu?: { icon: LucideIcon; group?: Group }
  /** The screen it belongs to: marked in the menu and linked in the breadcrumb while this one is open. */
  parent?: `/${string}`
  /** G then this letter opens it. */
  letter?: string
}

export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    title: 'dashboard',
    call: 'dashboard',
    area: 'office',
    view: () => import('./modules/sales/Dashboard.tsx'),
    menu: { icon: LayoutDashboard },
    letter: 'd',
  },
  {
    path: '/cashcards/',
    title: 'till',
    call: 'sellerProductsV2',
    area: 'till',
    view: () => import('./modules/selling/Till.tsx'),
    menu: { icon: CreditCard, group: 'sell' },
    letter: 's',
  },
  {
    path: '/seller/sales',
    title: 'sales',
    call: 'salesList',
    area: 'office',
    view: () => import('./modules/sales/SalesList.tsx'),
    menu: { icon: ReceiptText, group: 'shop' },
    letter: 'r',
  },
  {
    path: '/seller/credit',
    title: 'own_credit',
    call: 'walletOwn',
    area: 'money',
    view: () => import('./modules/credit/OwnCredit.tsx'),
    menu: { icon: WalletCards, group: 'shop' },
  },
  {
    path: '/products/view',
    title: 'products',
    call: 'productsList',
    area: 'goods',
    view: () => import('./modules/products/ProductList.tsx'),
    menu: { icon: Package, group: 'catalogue' },
    letter: 'p',
  },
  {
    path: '/inventory/view',
    title: 'stock',
    call: 'stockList',
    area: 'stock',
    view: () => import('./modules/stock/StockList.tsx'),
    menu: { icon: Boxes, group: 'catalogue' },
    letter: 'i',
  },
  {
    path: '/inventory/add',
    title: 'stock_add',
    call: 'stockUpload',
    area: 'stock',
    view: () => import('./modules/stock/StockAdd.tsx'),
    menu: { icon: Upload, group: 'catalogue' },
    parent: '/inventory/view',
  },
  {
    path: '/inventory/details/$configId',
    title: 'stock_details',
    call: 'stockList',
    area: 'stock',
    view: () => import('./modules/stock/StockDetails.tsx'),
    parent: '/inventory/view',
  },
  {
    path: '/customers/view',
    title: 'customers',
    call: 'customersListShort',
    area: 'people',
    view: () => import('./modules/customers/CustomerList.tsx'),
    menu: { icon: Users, group: 'customers' },
    letter: 'c',
  },
  {
    path: '/customer/credit/add',
    title: 'credit_add',
    call: 'walletChange',
    area: 'office',
    view: () => import('./modules/credit/CreditAdd.tsx'),
    menu: { icon: Banknote, group: 'customers' },
  },
  {
    path: '/customer/$customerId/credit/add',
    title: 'credit_add',
    call: 'walletChange',
    area: 'office',
    view: () => import('./modules/credit/CreditAdd.tsx'),
    parent: '/customers/view',
  },
  {
    path: '/products/add',
    title: 'product_add',
    call: 'productAdd',
    area: 'goods',
    view: () => import('./modules/products/ProductAdd.tsx'),
    parent: '/products/view',
  },
  {
    path: '/products/view/$productId',
    title: 'product',
    call: 'productsList',
    area: 'goods',
    view: () => import('./modules/products/ProductDetails.tsx'),
    parent: '/products/view',
  },
  {
    path: '/suppliers/view',
    title: 'suppliers',
    call: 'suppliersList',
    area: 'goods',
    view: () => import('./modules/suppliers/SupplierList.tsx'),
    menu: { icon: Truck, group: 'catalogue' },
  },
  {
    path: '/supplier/add',
    title: 'supplier_add',
    call: 'supplierAdd',
    area: 'goods',
    view: () => import('./modules/suppliers/SupplierAdd.tsx'),
    parent: '/suppliers/view',
  },
  {
    path: '/supplier/edit/$supplierId',
    title: 'supplier_edit',
    call: 'supplierUpdate',
    area: 'goods',
    view: () => import('./modules/suppliers/SupplierEdit.tsx'),
    parent: '/suppliers/view',
  },
  {
    path: '/stock/details/$configId',
    title: 'stock_sold',
    call: 'soldPins',
    area: 'goods',
    view: () => import('./modules/batches/SoldPins.tsx'),
    parent: '/inventory/view',
  },
  {
    path: '/stock/details/$configId/$batch',
    title: 'stock_sold',
    call: 'soldPins',
    area: 'goods',
    view: () => import('./modules/batches/SoldPins.tsx'),
    parent: '/inventory/view',
  },
  {
    path: '/report/inventory-search',
    title: 'inventory_search',
    call: 'inventorySearch',
    area: 'goods',
    view: () => import('./modules/batches/InventorySearch.tsx'),
    menu: { icon: ScanSearch, group: 'catalogue' },
  },
  {
    path: '/pools/view',
    title: 'pools',
    call: 'poolsList',
    area: 'goods',
    view: () => import('./modules/pools/PoolList.tsx'),
    menu: { icon: Layers, group: 'catalogue' },
  },
  {
    path: '/pools/upload/$poolId',
    title: 'pool_upload',
    call: 'poolUpload',
    area: 'stock',
    view: () => import('./modules/pools/PoolUpload.tsx'),
    parent: '/pools/view',
  },
  {
    path: '/gift-cards/view',
    title: 'gift_cards',
    call: 'giftCardsList',
    area: 'goods',
    view: () => import('./modules/gift-cards/GiftCardList.tsx'),
    menu: { icon: Gift, group: 'catalogue' },
  },
  {
    path: '/gift-cards/add',
    title: 'gift_cards_add',
    call: 'giftCardsAdd',
    area: 'goods',
    view: () => import('./modules/gift-cards/GiftCardsAdd.tsx'),
    parent: '/gift-cards/view',
  },
  {
    path: '/stopped-customers/view',
    title: 'customers_stopped',
    call: 'customersList',
    area: 'people',
    view: () => import('./modules/customers/StoppedList.tsx'),
    menu: { icon: UserX, group: 'customers' },
  },
  {
    path: '/customer/add',
    title: 'customer_add',
    call: 'customerAdd',
    area: 'people',
    view: () => import('./modules/customers/CustomerAdd.tsx'),
    parent: '/customers/view',
  },
  {
    path: '/customer/details/$customerId',
    title: 'customer',
    call: 'customerDetails',
    area: 'people',
    view: () => import('./modules/customers/CustomerPage.tsx'),
    parent: '/customers/view',
  },
  {
    path: '/customer/edit/$customerId',
    title: 'customer_edit',
    call: 'customerUpdate',
    area: 'people',
    view: () => import('./modules/customers/CustomerEdit.tsx'),
    parent: '/customers/view',
  },
  {
    path: '/customer/devices/$customerId',
    title: 'customer_devices',
    call: 'devicesAssignedList',
    area: 'devices',
    view: () => import('./modules/devices/CustomerDevices.tsx'),
    parent: '/customers/view',
  },
  {
    path: '/terminals',
    title: 'terminals',
    call: 'terminalsList',
    area: 'people',
    view: () => import('./modules/customers/TerminalList.tsx'),
    menu: { icon: SquareTerminal, group: 'service' },
  },
  {
    path: '/customer/credit/multi',
    title: 'credit_multi',
    call: 'walletChangeMany',
    area: 'money',
    view: () => import('./modules/credit/CreditMulti.tsx'),
    menu: { icon: ListPlus, group: 'customers' },
  },
  {
    path: '/customer/credit/history',
    title: 'credit_history',
    call: 'walletHistory',
    area: 'money',
    view: () => import('./modules/credit/CreditHistory.tsx'),
    menu: { icon: History, group: 'customers' },
  },
  {
    path: '/customer/credit/auto',
    title: 'credit_auto',
    call: 'autoCreditLedger',
    area: 'money',
    view: () => import('./modules/credit/CreditAuto.tsx'),
    menu: { icon: RefreshCw, group: 'customers' },
  },
  {
    path: '/customer/$customerId/credit/auto',
    title: 'credit_auto',
    call: 'autoCreditLedger',
    area: 'money',
    view: () => import('./modules/credit/CreditAuto.tsx'),
    parent: '/customer/credit/auto',
  },
  {
    path: '/customer/credit/requests',
    title: 'credit_requests',
    call: 'creditRequestsList',
    area: 'money',
    view: () => import('./modules/credit/CreditRequests.tsx'),
    menu: { icon: ShieldCheck, group: 'customers' },
  },
  {
    path: '/customers/pad',
    title: 'pad',
    call: 'assignedList',
    area: 'prices',
    view: () => import('./modules/prices/PadList.tsx'),
    menu: { icon: PackageCheck, group: 'customers' },
  },
  {
    path: '/customer/$customerId/pad',
    title: 'pad',
    call: 'assignedProducts',
    area: 'prices',
    view: () => import('./modules/prices/CustomerPad.tsx'),
    parent: '/customers/pad',
  },
  {
    path: '/discount-slabs/',
    title: 'plans',
    call: 'plansList',
    area: 'prices',
    view: () => import('./modules/prices/PlanList.tsx'),
    menu: { icon: Percent, group: 'customers' },
  },
  {
    path: '/discount-slabs/add',
    title: 'plan_add',
    call: 'planAdd',
    area: 'prices',
    view: () => import('./modules/prices/PlanAdd.tsx'),
    parent: '/discount-slabs/',
  },
  {
    path: '/product-discount-slabs/$discountSlabId',
    title: 'plan',
    call: 'plansList',
    area: 'prices',
    view: () => import('./modules/prices/PlanGrid.tsx'),
    parent: '/discount-slabs/',
  },
  {
    path: '/dynamic-products-discounts',
    title: 'live_discounts',
    area: 'prices',
    view: () => import('./modules/prices/LiveDiscounts.tsx'),
    access: { roles: ['superadmin', 'reseller'], flags: ['has_dynamic_products'] },
    menu: { icon: Radio, group: 'customers' },
  },
  {
    path: '/customer/$customerId/dynamic/discount',
    title: 'live_discounts',
    area: 'prices',
    view: () => import('./modules/prices/LiveDiscounts.tsx'),
    access: { roles: ['superadmin', 'reseller'], flags: ['has_dynamic_products'] },
    parent: '/customers/view',
  },
  {
    path: '/report/product-discounts-list',
    title: 'discount_report',
    call: 'assignedProducts',
    area: 'prices',
    view: () => import('./modules/prices/DiscountReport.tsx'),
    menu: { icon: TableProperties, group: 'reports' },
  },
  {
    path: '/devices',
    title: 'devices',
    call: 'devicesList',
    area: 'devices',
    view: () => import('./modules/devices/DeviceList.tsx'),
    menu: { icon: Nfc, group: 'service' },
  },
  {
    path: '/device/add',
    title: 'device_add',
    call: 'deviceChange',
    area: 'devices',
    view: () => import('./modules/devices/DeviceAdd.tsx'),
    parent: '/devices',
  },
  {
    path: '/device/edit/$data',
    title: 'device_edit',
    call: 'deviceChange',
    area: 'devices',
    view: () => import('./modules/devices/DeviceEdit.tsx'),
    parent: '/devices',
  },
  {
    path: '/assign/devices/',
    title: 'devices_assign',
    call: 'devicesAssign',
    area: 'devices',
    view: () => import('./modules/devices/DevicesAssign.tsx'),
    menu: { icon: Share2, group: 'service' },
  },
  {
    path: '/user/devices',
    title: 'devices_own',
    call: 'devicesAssignedList',
    area: 'devices',
    view: () => import('./modules/devices/DevicesOwn.tsx'),
    menu: { icon: TabletSmartphone, group: 'service' },
  },
  { path: '/device/pair', title: 'device_pair', area: 'devices', view: () => import('./modules/devices/DevicePair.tsx'), access: 'all' },
  { path: '/download/$downloadId', title: 'download', area: 'devices', view: () => import('./modules/exports/Download.tsx'), access: 'all' },
  {
    path: '/login-requests',
    title: 'login_requests',
    call: 'loginRequestsList',
    area: 'staff',
    view: () => import('./modules/staff/LoginRequests.tsx'),
    menu: { icon: KeyRound, group: 'service' },
    letter: 'l',
  },
  {
    path: '/staff/view',
    title: 'staff',
    call: 'staffList',
    area: 'staff',
    view: () => import('./modules/staff/StaffList.tsx'),
    menu: { icon: UserCog, group: 'service' },
    letter: 'u',
  },
  { path: '/staff/add', title: 'staff_add', call: 'staffAdd', area: 'staff', view: () => import('./modules/staff/StaffAdd.tsx'), parent: '/staff/view' },
  {
    path: '/staff/edit/$userId',
    title: 'staff_edit',
    call: 'staffUpdate',
    area: 'staff',
    view: () => import('./modules/staff/StaffEdit.tsx'),
    parent: '/staff/view',
  },
  {
    path: '/staff/customers/$userId',
    title: 'staff_assign',
    call: 'staffAssign',
    area: 'staff',
    view: () => import('./modules/staff/StaffAssign.tsx'),
    parent: '/staff/view',
  },
  {
    path: '/staff/history',
    title: 'staff_history',
    call: 'staffAssignHistory',
    area: 'staff',
    view: () => import('./modules/staff/StaffHistory.tsx'),
    parent: '/staff/view',
  },
  {
    path: '/registrations',
    title: 'registrations',
    call: 'registrationsList',
    area: 'mail',
    view: () => import('./modules/registrations/RegistrationList.tsx'),
    menu: { icon: UserPlus, group: 'service' },
  },
  {
    path: '/messages',
    title: 'messages',
    call: 'messagesList',
    area: 'mail',
    view: () => import('./modules/messages/MessageList.tsx'),
    menu: { icon: Mail, group: 'service' },
  },
  {
    path: '/audit',
    title: 'audit',
    call: 'auditList',
    area: 'audit',
    view: () => import('./modules/audit/AuditList.tsx'),
    menu: { icon: ScrollText, group: 'service' },
    letter: 'h',
  },
  {
    path: '/support',
    title: 'support_views',
    call: 'viewsList',
    area: 'audit',
    view: () => import('./modules/support/SupportViews.tsx'),
    menu: { icon: Eye, group: 'service' },
  },
  { path: '/settings', title: 'settings', access: 'all', area: 'settings', view: () => import('./modules/settings/Settings.tsx') },
]

/** What `can` is asked before it opens. */
export const rightOf = (screen: Screen): CallName | Access => screen.access ?? screen.call ?? 'all'
export const accessOf = (screen: Screen): Access => screen.access ?? (screen.call ? calls[screen.call].access : 'all')

/** Whether an address is one of the house, before anybody may open it. */
export const isScreen = (path: string) => screens.some((screen) => new RegExp(`^${screen.path.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`).test(path))
