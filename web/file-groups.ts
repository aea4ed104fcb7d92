// Part of the build: which modules become one file in the browser, and which files index.html requests before its scripts have arrived.
import { languages } from '../contract/kit/languages.ts'

/** The module with the list of all screens' files (the plugin `views` of vite.config.ts). */
export const ALL_VIEWS = 'virtual:views'

/** Matches the files of a language that the login needs: its texts, its errors, and the index (fr.ts) that names the files of all other texts. */
const DOOR_TEXTS = /\/i18n\/(\w\w)(?:\.ts|\/(?:people\/auth\.json|errors\.json\?door))$/
const doorOf = (id: string) => {
  const language = DOOR_TEXTS.exec(id)?.[1]
  return language ? `door-${language}` : null
}

/**
 * Matches small parts that the till shares with other screens. They go into one file, because requesting each of them separately would delay a first visit to
 * the till.
 */
const OF_THE_TILL =
  /\/((action-name|fold|drafts|marks|use-printing|use-reprint)\.ts|(counter|offers|selling)\/(basket|catalogue|enters|later|open-sales|sale-state|sold-cards|stock-left|till-input|touch-keyboard|use-kept-focus|use-till-keys|use-transaction-keys)\.ts|base\/later-parts\.ts|(Key|Mark|SupportPhone)\.tsx|(counter|sale|offers|tiles|till)\.module\.css)$/

/** Matches small parts that many screens share. They go into one file, because separate files would cost a request each. */
const OF_MANY = new RegExp(
  [
    '/web/kit/(list|page)/(Change|DetailPage|EffectButton|LeftOut|LinkButton|OnePage|PrintView|ReportList|ReportPage|WhenNear|Widget)\\.tsx$',
    '/web/kit/charts/(charts|days|ChartFailed|SalesSpans)\\.tsx?$',
    '/web/kit/page/(Agreement|Chips|Steps)\\.tsx$',
    '/(uplot/dist/uPlot\\.min|shifts/shifts\\.module|shifts/z)\\.css$',
    '/web/(kit/charts/(charts|spans)\\.module|kit/base/goods-name|modules/(live/connections/(supplier-state|SupplierBalance)|sales/(sales/dashboard|platform/platform)\\.module|goods/stock/stock\\.module))\\.(tsx?|css)$',
    '/web/kit/form/([\\w-]+\\.module\\.css|(steps|undo)\\.tsx?)$',
    '/selling/basket\\.module\\.css$',
    '/counter/slip\\.css(\\?inline)?$',
    '/(period|prices/WhyPrice|printers/settings|sale-code|save-file|counter/ReprintTroubles|use-future-words|till/supply/supply)\\.tsx?$',
    '/(use-clipboard|use-debounced-value|icons/(arrow-left|arrow-right))\\.mjs$',
  ].join('|'),
)

/** Matches parts of forms that many screens share; they go into one file. */
const OF_ENTRY =
  /\/web\/(kit\/form\/(use-call-form|use-problem-text|Choices|FormSection|MoneyField|SecondPerson)|modules\/goods\/prices\/(from-day|later))\.tsx?$/

/** Matches parts of the shell that are drawn slightly after its first paint; they go into one file. */
const OF_THE_SHELL = /\/web\/(shell\/Breadcrumb|shell\/\w+\/(BottomBar|HeadTabs|MenuDrawer|SessionWatch|TenantSwitch|TopMenu)|screens\/menu-icons)\.tsx$/

/** Matches parts that the till loads after its first paint (modules/till/selling/later.ts); they go into one file. */
const LATER_AT_THE_TILL =
  /\/(selling\/(TillDialogs\.tsx|ShiftMark\.tsx|TillSenses\.tsx|counter\.ts)|offers\/offer-parts\.ts|counter\/(BulkFile|SlipPrinter)\.tsx)$/

/** For each kind of user, the first screen with the parts that it shows immediately. Also the lists and reports that are open all day, with their charts. */
const FIRST_SCREENS: Record<string, RegExp> = {
  start: /\/web\/modules\/(sales\/sales\/Dashboard|live\/connections\/NeedsYou)\.tsx$/,
  customers: /\/modules\/customers\/customers\/(CustomerList\.tsx|use-plans\.ts)$/,
  stock: /\/modules\/goods\/stock\/(StockList|DaysLeft|DropFiles)\.tsx$/,
  sums: /\/modules\/sales\/sales-reports\/Sums\.tsx$/,
  z: /\/modules\/papers\/shifts\/ZReports\.tsx$/,
  charts: /\/kit\/charts\/(SalesCharts|Chart|TimeLine|TopSales|Bars)\.tsx$/,
}

/**
 * Matches the calls of registration, of the status page and of a locked till, and what a shop's second window shares with its till. They need no other calls,
 * so they go into one small file with the list of screens.
 */
const ALONE =
  /\/(contract\/(till\/cashiers|people\/registrations|people\/sign-in-steps|sales\/(portal-status|status-notices)|kit\/problem-codes)|selling\/display-channel)\.ts$/

/**
 * Matches texts of one language that are requested together: those of the shell and the till, and those loaded after the first paint, whichever screen is the
 * first.
 */
const TOGETHER = /\/i18n\/(\w\w)\/(?:\w+\/)?(house|selling|errors|words|pages|fields|sales|platform|charts|printers|counter|sales-reports|shifts)\.json$/
const textsOf = (id: string) => {
  const [, language, area = ''] = TOGETHER.exec(id) ?? []
  return language ? `${['house', 'selling'].includes(area) ? 'house' : 'lists'}-${language}` : null
}

/**
 * Each group becomes one file: its modules with all imports that are not in an earlier group. Without groups the bundler makes a file for every set of screens
 * that share something, and a first screen would load sixty files.
 */
export const together = [
  { name: 'door', test: (id: string) => /\/web\/(main\.tsx|kit\/form\/app-worker\.ts)$/.test(id) || /rolldown\/runtime|index\.html/.test(id) },
  { name: doorOf, debugName: 'door-<language>' },
  { name: 'house', test: (id: string) => /\/web\/(house|router)\.tsx$/.test(id) || OF_THE_TILL.test(id) },
  { name: textsOf, debugName: '<texts>-<language>' },
  { name: 'shell', test: (id: string) => id.endsWith(ALL_VIEWS) || OF_THE_SHELL.test(id) || ALONE.test(id) },
  { name: 'pages', test: (id: string) => /\/contract\/index\.ts$|\/web\/kit\/(list\/ListPage|form\/(FormDialog|fields))\.tsx$/.test(id) || OF_MANY.test(id) },
  { name: 'entry', test: OF_ENTRY },
  { name: 'later', test: LATER_AT_THE_TILL },
  ...Object.entries(FIRST_SCREENS).map(([name, test]) => ({ name, test })),
].map((group, i, all) => ({ ...group, priority: all.length - i }))

/** Screens that people open first or all day, each with the names of its files. */
const SCREEN_AT: Record<string, RegExp> = {
  '/dashboard': /^start$/,
  '/customers/view': /^customers$/,
  '/inventory/view': /^stock$/,
  '/reports-sales-new': /^(sums|charts)$/,
  '/seller/zreport': /^z$/,
}

/**
 * Groups of files that index.html requests first for signed-in users: by kind, by language, and by the address of a screen. The till needs no code of lists,
 * and the other screens need no code of the till.
 */
export const AHEAD: Record<string, (name: string) => boolean> = {
  first: (name) => name === 'index',
  house: (name) => name === 'house',
  till: (name) => name === 'Till',
  lists: (name) => /^(shell|pages)$/.test(name),
  ...Object.fromEntries(Object.entries(SCREEN_AT).map(([path, screen]) => [path, (name: string) => screen.test(name)])),
  ...Object.fromEntries(
    languages.flatMap((language) => [
      [language, (name: string) => new RegExp(`^(door|house)-${language}$`).test(name)],
      [`lists-${language}`, (name: string) => name === `lists-${language}`],
    ]),
  ),
}
