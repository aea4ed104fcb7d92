// A page's request carried on by the journey, which looks at the answer or changes it.
import type { APIResponse, Route } from 'playwright-core'

/** Browsers know what `platform.localhost` is; what resolves names for Node may not. */
export async function fetched(route: Route): Promise<APIResponse> {
  const request = route.request()
  const url = new URL(request.url())
  const host = url.host
  url.hostname = '127.0.0.1'
  return route.fetch({ url: url.href, headers: { ...(await request.allHeaders()), host } })
}
