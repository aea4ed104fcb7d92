// Every screen of the house as data: router, menu, breadcrumb, letter keys and the access test read it.
// To add one: a line here, a default-exported component in modules/<word>/, its texts in i18n/<area>.*.json, its name under house.screens.
import type { LucideIcon } from 'lucide-react'
import Banknote from 'lucide-react/icons/banknote'
import Boxes from 'lucide-react/icons/boxes'
import CreditCard from 'lucide-react/icons/credit-card'
import Eye from 'lucide-react/icons/eye'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Mail from 'lucide-react/icons/mail'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import Upload from 'lucide-react/icons/upload'
import UserCog from 'lucide-react/icons/user-cog'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
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
    path: '/products/view',
    title: 'products',
    call: 'productsList',
    area: 'office',
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
    area: 'office',
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
