/** Columns and values that are equal to each other. */
export class Equals {
  private joined: Equals | undefined
  private readonly own = new Set<string>()
  constructor(value?: string) {
    if (value) this.own.add(value)
  }
  private get root(): Equals {
    return this.joined ? this.joined.root : this
  }
  /** The parameters, variables and constants among them. */
  get values(): ReadonlySet<string> {
    return this.root.own
  }
  isSameAs(other: Equals): boolean {
    return this.root === other.root
  }
  join(other: Equals): void {
    const [to, from] = [this.root, other.root]
    if (to === from) return
    for (const value of from.own) to.own.add(value)
    from.joined = to
  }
}
