// Used by the built app only: web/late-schemas.ts writes calls to it.

/** Keeps a value that was built late in place of its getter. */
export function late<T>(of: object, name: string, value: T): T {
  Object.defineProperty(of, name, { value, enumerable: true })
  return value
}
