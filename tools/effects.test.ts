// The lint rule for effects (effects.grit), tried on effects that break it and on effects that keep it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const biome = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')
const folder = mkdtempSync(join(tmpdir(), 'portal-effects-'))
writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [join(import.meta.dirname, 'effects.grit')] }))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns how many faults the rule finds in a component with this effect. */
function findings(effect: string): number {
  writeFileSync(join(folder, 'Panel.tsx'), `export function Panel({ top }: { top: number }) {\n  ${effect}\n  return top\n}\n`)
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '.'], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
  expect(stdout + stderr).toContain('Checked')
  return (stdout + stderr).split('Put the effect in braces').length - 1
}

test.each([
  ['an effect that returns what a call returns', 'useEffect(() => window.scrollTo({ top }), [top])'],
  ['an effect without dependencies', 'useEffect(() => window.scrollTo({ top }))'],
  ['a layout effect', 'useLayoutEffect(() => window.scrollTo({ top }), [top])'],
])('the lint rule refuses %s', (_, effect) => {
  expect(findings(effect)).toBe(1)
})

test('the lint rule accepts effects in braces, with or without a clean-up', () => {
  expect(findings('useEffect(() => {\n window.scrollTo({ top })\n const undo = () => window.scrollTo({ top: 0 })\n return () => undo()\n}, [top])')).toBe(0)
})
