// The looks benchmark measures what a user sees of the portal in a real browser, part by part: how the pages that people open all day load (loads), how long
// the start page is blank (blankness), where the content of each screen begins and how much it moves (places), the lines of the menus (menus), the till at
// 400 % zoom (zoom), the size of the scripts (bytes), and the time from a key press to the slip (keys). A busy machine slows everything that is timed,
// so only runs at low load are reliable.
// Options: quick (one load of each page, each screen as one role, fewer sales); names of parts (only these are measured); names of pages, such as login (only
// their loads are measured).
import { blankness } from './looks/blankness.ts'
import { bytes } from './looks/bytes.ts'
import { type Figures, say } from './looks/figures.ts'
import { loadNames, loads } from './looks/loads.ts'
import { menus } from './looks/menus.ts'
import { places } from './looks/places.ts'
import { openPortal, type Portal } from './looks/portal.ts'
import { zoom } from './looks/zoom.ts'
import { onStage } from './stage.ts'
import { keyToSlip } from './till.ts'

type Part = (portal: Portal, options: ReadonlySet<string>) => Figures | Promise<Figures>
const PARTS: Readonly<Record<string, Part>> = {
  loads,
  blankness,
  places,
  menus,
  zoom,
  bytes,
  keys: ({ stage, port, browser }, options) => keyToSlip(stage, port, browser, options),
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const named = Object.keys(PARTS).filter((name) => options.has(name) || (name === 'loads' && loadNames.some((page) => options.has(page))))
  return onStage(async (stage) => {
    const portal = await openPortal(stage)
    const targets: Record<string, boolean> = {}
    const figures: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(PARTS)) {
      if (named.length > 0 && !named.includes(name)) continue
      const measured = await part(portal, options)
      Object.assign(figures, measured.figures)
      Object.assign(targets, measured.targets)
    }
    for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
    return { ...figures, targets }
  })
}
