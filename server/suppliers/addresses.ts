// Decides where requests to suppliers may be sent: to an origin named in the operator's configuration, and never to an address inside our own network, except
// to this machine itself where the configuration permits it (loopback, simulators of the demo world). The IP address of a host name is checked when the
// connection is made, and exactly that address is used. So a name that resolves to another address the second time gains nothing.
import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { simulatorIn } from './simulators.ts'

/**
 * What the operator's configuration permits. `origins`: such as `https://api.example`. `loopback`: whether any port of this machine is allowed.
 * `portOf`: the port of a running simulator of the demo world; without it no simulator may be asked.
 */
export type Permitted = { origins: readonly string[]; loopback: boolean; portOf?: (simulator: string) => number | undefined }

/** Private, shared, link-local (with the metadata of clouds), documentation, benchmark, multicast and reserved ranges of IPv4. */
const INSIDE_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Metadata addresses of clouds outside the ranges above: Azure's, and Alibaba's and Oracle's older ones.
  ...['168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
]
/**
 * Of IPv6 only 2000::/3 is public. The list has the parts of 2000::/3 that contain an IPv4 address or are unassigned. For certainty it also has the clouds' own
 * ranges, although these lie outside 2000::/3.
 */
const INSIDE_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', 'fc00::/7', 'fd00:ec2::/32', 'fd20:ce::/32']

const inside = new BlockList()
const outside6 = new BlockList()
const range = (list: BlockList, cidr: string) => {
  const [address = '', bits] = cidr.split('/')
  list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}
for (const cidr of [...INSIDE_4, ...INSIDE_6]) range(inside, cidr)
range(outside6, '2000::/3')

/** Whether an IP address is public; a supplier may have public addresses only. */
export function isOutside(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !inside.check(address, 'ipv4')
  return kind === 6 && outside6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

type Base = { base: URL } | { problem: 'no_address' | 'not_permitted' | 'not_running' }

/** The base URL for requests to a simulator, which is asked only at the port at which this portal started it; or a code for why it cannot be asked. */
function simulated(url: URL, name: string, portOf: Permitted['portOf']): Base {
  if (!portOf || url.port || url.protocol !== 'http:') return { problem: 'not_permitted' }
  const port = portOf(name)
  if (port === undefined) return { problem: 'not_running' }
  url.host = `127.0.0.1:${port}`
  return { base: url }
}

/** The base URL for requests to a supplier, without a slash at its end; or a code for why the text is not allowed. */
export function baseOf(text: string, { origins, loopback, portOf }: Permitted): Base {
  if (!URL.canParse(text)) return { problem: 'no_address' }
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return { problem: 'no_address' }
  url.pathname = url.pathname.replace(/\/+$/, '')
  const hostname = bare(url.hostname)
  const simulator = simulatorIn(url)
  if (simulator !== undefined) return simulated(url, simulator, portOf)
  if (isLoopback(hostname)) return loopback ? { base: url } : { problem: 'not_permitted' }
  const isNamed = url.protocol === 'https:' && origins.includes(url.origin)
  return isNamed && (isIP(hostname) === 0 || isOutside(hostname)) ? { base: url } : { problem: 'not_permitted' }
}

/** The error code for a host whose IP address we refuse ourselves, before a connection is made. */
export const FORBIDDEN = 'FORBIDDEN_ADDRESS'
const forbidden = (hostname: string): NodeJS.ErrnoException => Object.assign(new Error(`${hostname} is no address outside`), { code: FORBIDDEN })

/** Whether a resolved address may be connected to: loopback for a base on loopback, otherwise public addresses only. */
export const mayConnect = (base: URL, address: string): boolean => (isLoopback(bare(base.hostname)) ? isLoopback(address) : isOutside(address))

type Resolve = (hostname: string, done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void) => void
const system: Resolve = (hostname, done) => resolve(hostname, { all: true, verbatim: true }, done)

/** A DNS look-up for `net.connect`. If one of several addresses is forbidden, none of them is used. */
export const guardedLookup =
  (base: URL, resolving: Resolve = system): LookupFunction =>
  (hostname, options, done) => {
    resolving(hostname, (error, addresses) => {
      if (error) return done(error, [])
      const fitting = addresses.filter(({ family }) => !options.family || options.family === family || options.family === `IPv${family}`)
      const [first] = fitting
      if (!first || addresses.some(({ address }) => !mayConnect(base, address))) return done(forbidden(hostname), [])
      return options.all ? done(null, fitting) : done(null, first.address, first.family)
    })
  }
