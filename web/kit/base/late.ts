// Only the built app calls the function in this file: web/late-schemas.ts inserts the calls into the bundle.

/** Replaces a getter of an object by the value that the getter returned on its first use; returns that value. */
export function late<T>(of: object, name: string, value: T): T {
  Object.defineProperty(of, name, { value, enumerable: true })
  return value
}
