// What a part of the looks benchmark returns.
export type Figures = {
  figures: Record<string, unknown>
  /** For each target, by its name: whether the product meets it. */
  targets: Record<string, boolean>
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)
