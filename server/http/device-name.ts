// The name of a request's browser as shown to people: "Firefox 142, Windows".
import Bowser from 'bowser'

const MOST = 80
const KNOWN_MAX = 1_000
const known = new Map<string, string>()

/** The readable name of a browser. Names are cached, because every request needs one, and most requests come from the same few browsers. */
export function deviceName(userAgent: string): string {
  const found = known.get(userAgent)
  if (found !== undefined) return found
  if (known.size >= KNOWN_MAX) known.clear()
  const name = read(userAgent)
  known.set(userAgent, name)
  return name
}

function read(userAgent: string): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const name = [[browser.name, version].filter(Boolean).join(' '), os.name].filter(Boolean).join(', ')
  return (name || userAgent).slice(0, MOST)
}
