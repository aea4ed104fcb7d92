// Only the built app calls the functions in this file: web/late-schemas.ts inserts the calls into the bundle.

/** Replaces a getter of an object by the value that the getter returned on its first use; returns that value. */
export function late<T>(of: object, name: string, value: T): T {
  Object.defineProperty(of, name, { value, enumerable: true })
  return value
}

/** Returns a placeholder for a schema; `build` makes the schema when one of its properties is first read. */
export function lateSchema<T extends object>(build: () => T): T {
  let built: T | undefined
  function schema(): T {
    built ??= build()
    return built
  }
  return new Proxy({} as T, { get: (_, name) => Reflect.get(schema(), name), has: (_, name) => Reflect.has(schema(), name) })
}
