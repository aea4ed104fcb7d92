// The number of cases that a sweep looked at, attached to its tests. A run adds these numbers up (tools/testing/report.ts), so that it can be seen whether a
// sweep that was made quicker still looks at as many cases.
import type { TaskMeta } from 'vitest'

export const KINDS = ['views', 'screens', 'people', 'widths', 'modes', 'languages', 'calls', 'actors'] as const
export type Looked = Partial<Record<(typeof KINDS)[number], readonly string[]>>

declare module 'vitest' {
  interface TaskMeta {
    looked?: Looked
  }
}

export function lookedAt(task: { meta: TaskMeta }, looked: Looked): void {
  task.meta.looked = looked
}
