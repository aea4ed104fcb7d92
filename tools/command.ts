// Shared by the operator's commands: reads arguments as --name value, and prints an answer as one line of JSON, or a refusal as one line of text.
import { parseArgs } from 'node:util'

export function argumentsOf<Names extends string>(names: readonly Names[]): Partial<Record<Names, string>> & { rest: string[] } {
  const { values, positionals } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])), allowPositionals: true })
  return { ...(values as Partial<Record<Names, string>>), rest: positionals }
}

export async function answer(work: () => Promise<object>): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await work())}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
