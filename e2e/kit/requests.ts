// Forwards a page's request from the test, which looks at the answer or changes it.
import type { APIResponse, Route } from 'playwright-core'

/**
 * Sends a page's request from Node to 127.0.0.1, with the page's host in a header, because browsers resolve `platform.localhost`, but Node's resolver may not.
 */
export async function fetched(route: Route): Promise<APIResponse> {
  const request = route.request()
  const url = new URL(request.url())
  const host = url.host
  url.hostname = '127.0.0.1'
  return route.fetch({ url: url.href, headers: { ...(await request.allHeaders()), host } })
}
