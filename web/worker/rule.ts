// What the service worker may answer: files of the shell, by their exact paths, and the empty page where there is no connection. Nothing that a call
// answered, no picture of goods and no download ever passes through it.

/** 'untouched': the browser asks as if there were no worker. 'kept': a file of the shell, from the cache. 'page': from the network, else the empty page. */
export type Way = 'untouched' | 'kept' | 'page'
export type Asked = Pick<Request, 'method' | 'url' | 'mode'>

/** What the server answers itself; all else without a file is the page. */
const SERVERS = /^\/(api|images|callbacks|metrics|health|ready|manifest\.webmanifest)(\/|$)/

export function wayOf({ method, url, mode }: Asked, origin: string, shell: ReadonlySet<string>): Way {
  const { origin: asked, pathname, search } = new URL(url)
  if (method !== 'GET' || asked !== origin || SERVERS.test(pathname)) return 'untouched'
  if (mode === 'navigate') return 'page'
  return shell.has(pathname) && search === '' ? 'kept' : 'untouched'
}
