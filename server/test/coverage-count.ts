// What a sweep looked at, said with its tests: the run counts it (tools/testing/report.ts), so that a sweep made quicker is seen not to look at less.
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
