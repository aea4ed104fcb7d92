// Tests that all places with the product's version number have the version of the root package.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import root from '../package.json' with { type: 'json' }
import build from './vite.config.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the newest version in the changelog is the version in package.json', () => {
  expect(/^## (.+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(root.version)
})

test('the page /version is built with the version in package.json', () => {
  expect(build.define?.VERSION).toBe(JSON.stringify(root.version))
})

test('the lockfile has the same version as package.json, and workspaces have no version, except the client', () => {
  expect(JSON.parse(read('package-lock.json')).version).toBe(root.version)
  const versions = root.workspaces.map((workspace) => [workspace, JSON.parse(read(`${workspace}/package.json`)).version] as const)
  // The client needs a version, because it is offered as a file whose name contains the version; the guide shows that name.
  expect(versions.filter(([, version]) => version !== undefined)).toEqual([['packages/client', root.version]])
})
