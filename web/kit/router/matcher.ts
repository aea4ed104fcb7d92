// Finds the route to which an address belongs.

export type Params = Readonly<Record<string, string>>

const PARAMETER = /\$(\w+)/g

/** The path without its last slash and in lower case, because paths that differ only in these are one address. */
const shapeOf = (path: string) => path.replace(/\/$/, '').toLowerCase()

/** Sorts fixed parts before parameters, so that /customer/add is not taken for the customer named "add". */
const rankOf = (path: string) => path.replaceAll('$', '\uffff')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns a function that finds the route of a path, and the values of the parameters, such as `$customerId`, that are in the route's path. Capitals do not
 * matter, and neither does a slash at the end. If two routes have the same path, the first one counts.
 */
export function createMatcher<R extends { path: string }>(routes: readonly R[]): (pathname: string) => { route: R; params: Params } | undefined {
  const fixed = new Map([...routes].reverse().map((route) => [shapeOf(route.path), route]))
  const open = routes
    .filter(({ path }) => path.includes('$'))
    .sort((a, b) => (rankOf(a.path) < rankOf(b.path) ? -1 : 1))
    .map((route) => ({
      route,
      names: [...route.path.matchAll(PARAMETER)].map(([, name = '']) => name),
      pattern: new RegExp(`^${shapeOf(route.path).replace(PARAMETER, '([^/]+)')}/?$`, 'i'),
    }))
  return (pathname) => {
    const same = fixed.get(shapeOf(pathname))
    if (same && !same.path.includes('$')) return { route: same, params: {} }
    for (const { route, names, pattern } of open) {
      const [, ...values] = pattern.exec(pathname) ?? []
      if (values.length > 0) return { route, params: Object.fromEntries(names.map((name, i) => [name, decoded(values[i] ?? '')])) }
    }
    return undefined
  }
}
