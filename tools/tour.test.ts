// The walks of docs/tour.md are true: each file exists and contains the name behind its arrow, and leads to the next file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const STEP = /^\d+\. `([^`]+)` → `([^`]+)`: \S/

type Step = { path: string; name: string }
const walksIn = (text: string): Step[][] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((walk) => walk.split('\n').flatMap((line) => (STEP.test(line) ? [{ path: STEP.exec(line)?.[1] ?? '', name: STEP.exec(line)?.[2] ?? '' }] : [])))

const textAt = (path: string) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined)
/** Whether a text contains a name; of `money.sell` only `sell` is looked for, because the file that declares it has only that word. */
const wordIn = (name: string, text: string | undefined) => new RegExp(`\\b${name.split('.').at(-1)}\\b`).test(text ?? '')

function wrongSteps(walk: readonly Step[]): string[] {
  return walk.flatMap(({ path, name }, i) => {
    const next = walk[i + 1]
    if (textAt(path) === undefined) return [`${path} is not there`]
    if (!wordIn(name, textAt(path))) return [`${path} does not name ${name}`]
    return next && textAt(next.path) !== undefined && !wordIn(name, textAt(next.path)) && !reaches(path, next.path)
      ? [`${next.path} does not know ${name}`]
      : []
  })
}

/** Whether a file imports the next file of its walk. The next file then need not contain the name, because it may only pass on what another file declares. */
const reaches = (from: string, to: string) => (textAt(from) ?? '').includes(`/${to.split('/').at(-1)}'`)

const walks = walksIn(readFileSync(join(ROOT, 'docs/tour.md'), 'utf8'))

test('docs/tour.md has four walks of eight steps or more', () => {
  expect(walks.map((walk) => walk.length >= 8)).toEqual([true, true, true, true])
})

test('each file of a walk exists and contains the name behind its arrow; the next file contains the name too, or is imported by the file', () => {
  expect(walks.flatMap(wrongSteps)).toEqual([])
})

test('control: a moved file, a missing name and a next file without the name are found', () => {
  const step = { path: 'server/money/money.ts', name: 'createBatcher' }
  expect(wrongSteps([{ path: 'server/money/gone.ts', name: 'sell' }])).toEqual(['server/money/gone.ts is not there'])
  expect(wrongSteps([{ ...step, name: 'noSuchName' }])).toEqual(['server/money/money.ts does not name noSuchName'])
  expect(wrongSteps([step, { path: 'server/kit/ids.ts', name: 'newId' }])).toEqual(['server/kit/ids.ts does not know createBatcher'])
})
