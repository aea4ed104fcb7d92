// Test files that take half a minute and more, the longest first. They are started first, so that none of them is left running alone at the end. A file that is
// not in this list may take a minute at most (report.ts).
export type Long = { path: RegExp; seconds: number; why: string }

export const LONG: readonly Long[] = [
  { path: /bench\/faults/, seconds: 135, why: 'the product is killed seventeen times, and started again' },
  { path: /e2e\/views\/screens/, seconds: 220, why: 'half of all views of all screens' },
  { path: /e2e\/journeys\/\w+\/shop-screens/, seconds: 210, why: 'the other half' },
  { path: /sweeps\/hostile\.test/, seconds: 100, why: 'every field of every call with every value nobody expects' },
  { path: /sweeps\/hostile-bodies/, seconds: 60, why: 'bodies cut off, too long and in every framing, to every call' },
  { path: /sweeps\/leaks/, seconds: 75, why: 'every call asked by a neighbour about every id' },
  { path: /e2e\/journeys\/\w+\/access/, seconds: 60, why: 'every screen for every kind of person' },
  { path: /e2e\/journeys\/\w+\/stays-put/, seconds: 60, why: 'pages are watched while they load as slowly as a phone' },
  { path: /e2e\/journeys\/\w+\/cashiers/, seconds: 45, why: 'a till is locked, waits and is opened' },
  { path: /e2e\/journeys\/\w+\/(settings|interrupted-sale|sign-in|top-up|stock)/, seconds: 40, why: 'several people, each with a way through the door' },
  { path: /e2e\/journeys\/\w+\/own-server/, seconds: 60, why: 'a server of its own is made, stopped and started, and a file of thirty thousand rows' },
  { path: /suppliers\/written-anew/, seconds: 40, why: 'one sale under each of some 250 kinds of fault, and ten days' },
  { path: /bench\/simulators/, seconds: 65, why: 'a demo world is made, copied, and both portals are started with their suppliers' },
  { path: /bench\/supervise/, seconds: 40, why: 'servers that die are waited for' },
  { path: /e2e\/journeys\/\w+\/whole-day/, seconds: 60, why: 'forty sales, one after the other, and everything between them' },
  { path: /e2e\/journeys\/\w+\/fast-keys/, seconds: 60, why: 'the same keys are pressed fast and slowly, for sixteen customers' },
  { path: /e2e\/journeys\/\w+\/nothing-offered/, seconds: 55, why: 'three times a page finds out by itself, which it tries every fifteen seconds' },
  { path: /e2e\/journeys\/\w+\/(goods|credit|staff|reseller-month|slip-printer)/, seconds: 35, why: 'long ways through many screens' },
  { path: /money\/books|seeds\/demo/, seconds: 45, why: 'months of sales' },
  { path: /e2e\/journeys\/\w+\/(devices|shell)/, seconds: 40, why: 'many people, each on a page of their own' },
  { path: /sweeps\/access/, seconds: 40, why: 'every call for every kind of person' },
  { path: /books\/own-book/, seconds: 60, why: 'a month of three levels is lived, and each of its figures is asked for' },
  { path: /e2e\/journeys\/\w+\/(webhooks|push)/, seconds: 60, why: 'a job that runs each minute is waited for' },
  { path: /sweeps\/restore/, seconds: 50, why: 'whole clusters are backed up and restored' },
]

export const secondsOf = (file: string): number => LONG.find(({ path }) => path.test(file))?.seconds ?? 0
