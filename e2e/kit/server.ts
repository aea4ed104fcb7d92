// Runs before each test file: waits for the server of all journeys, and sets the language of this file, because modules keep the language of the file before.
import { existsSync, readFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { languageOf } from './languages.ts'
import { speak } from './texts.ts'

const POLL_MS = 100

const served = inject('served')
while (!existsSync(served)) await new Promise((done) => setTimeout(done, POLL_MS))
const wrong = readFileSync(served, 'utf8')
if (wrong) throw new Error(wrong)
speak(languageOf(expect.getState().testPath ?? ''))
