// Used by the built app only: web/late-schemas.ts writes calls to it.

/** Replaces an object's getter by the value that the getter has built at its first use; returns the value. */
export function late<T>(of: object, name: string, value: T): T {
  Object.defineProperty(of, name, { value, enumerable: true })
  return value
}
