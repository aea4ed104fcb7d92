// The function in this file is called only in the built app: web/late-schemas.ts writes the calls into the bundle.

/** Replaces an object's getter by the value that the getter has built at its first use; returns the value. */
export function late<T>(of: object, name: string, value: T): T {
  Object.defineProperty(of, name, { value, enumerable: true })
  return value
}
