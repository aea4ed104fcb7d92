// Before each file: waits until the server of all journeys is there, and forgets the language of the file before, whose modules this one shares.
import { existsSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { speak } from './texts.ts'

const POLL_MS = 100

const served = inject('served')
while (!existsSync(served)) await new Promise((done) => setTimeout(done, POLL_MS))
const wrong = readFileSync(served, 'utf8')
if (wrong) throw new Error(wrong)
speak()
