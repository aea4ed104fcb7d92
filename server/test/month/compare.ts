// Counts comparisons of the product's figures with the test's own book, and collects the differences.
export class Compared {
  count = 0
  readonly wrong: string[] = []

  same(what: string, got: unknown, due: unknown): void {
    this.count++
    const [one, other] = [JSON.stringify(got), JSON.stringify(due)]
    if (one !== other) this.wrong.push(`${what}: ${one}, by the book ${other}`)
  }

  /** Compares the product's rows with the expected rows by their keys: each must be equal, and no row may be missing or too many. */
  rows(what: string, got: ReadonlyMap<string, unknown>, due: ReadonlyMap<string, unknown>): void {
    for (const key of new Set([...got.keys(), ...due.keys()])) this.same(`${what} ${key}`, got.get(key), due.get(key))
  }
}
