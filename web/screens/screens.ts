// Every screen as data. The router, the menu, the breadcrumb, the letter keys and the access test read this list, whose lines are in screens/<group>.ts.
// A new screen needs: a line there, a default-exported component in modules/<word>/, its texts in i18n/*/<wing>/<area>.json, and its name under house.screens.
import type { CallName } from '../../contract/index.ts'
import type { Access } from '../../contract/kit/access.ts'
import { rightsTo } from '../kit/base/contract.ts'
import { createMatcher } from '../kit/router/matcher.ts'
import { billing } from './billing.ts'
import { catalogue } from './catalogue.ts'
import { customers } from './customers.ts'
import { own } from './own.ts'
import { reports } from './reports.ts'
import type { Screen } from './screen.ts'
import { sell } from './sell.ts'
import { service } from './service.ts'
import { shop } from './shop.ts'

export const screens: readonly Screen[] = [...own, ...sell, ...shop, ...catalogue, ...customers, ...billing, ...reports, ...service]

/** Returns the call or rule that decides whether a user may open the screen. */
export const rightOf = (screen: Screen): CallName | Access => screen.access ?? screen.call ?? 'all'
export const accessOf = (screen: Screen): Access => screen.access ?? (screen.call ? rightsTo(screen.call).access : 'all')

const find = createMatcher(screens.flatMap(({ path: now, was = [] }) => [now, ...was].map((path) => ({ path }))))
/** Whether an address belongs to a screen, at present or earlier, whoever may open it. */
export const isScreen = (path: string) => find(path) !== undefined
