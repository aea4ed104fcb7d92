// What the service worker may answer: files of the shell, by their exact paths, and without a connection the offline page. No answer to a call, no picture of
// goods and no download ever passes through it.

/**
 * How a request is answered. 'untouched': by the browser, as if there were no worker. 'kept': from the cache, for a file of the shell. 'page': from the
 * network, or without a connection by the offline page.
 */
export type Way = 'untouched' | 'kept' | 'page'
export type PageRequest = Pick<Request, 'method' | 'url' | 'mode'>

/** Paths that the server answers itself. Every other path that is not a file is answered with the app's page. */
const SERVERS = /^\/(api|images|callbacks|metrics|health|ready|manifest\.webmanifest)(\/|$)/

export function wayOf({ method, url, mode }: PageRequest, origin: string, shell: ReadonlySet<string>): Way {
  const { origin: asked, pathname, search } = new URL(url)
  if (method !== 'GET' || asked !== origin || SERVERS.test(pathname)) return 'untouched'
  if (mode === 'navigate') return 'page'
  return shell.has(pathname) && search === '' ? 'kept' : 'untouched'
}
