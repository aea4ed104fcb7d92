// Tests that a new version waits while a sale is open: the newer service worker does not take over, and the banner does not offer a reload.
import { expect, test } from 'vitest'
import { offer } from './app-worker.ts'
import { becomeStale, holdBack, isOffered } from './unsaved-input.ts'

test('while two sales are open, a newer service worker and the offer to reload wait until both have ended', () => {
  const said: unknown[] = []
  const registration = { waiting: { postMessage: (text: unknown) => void said.push(text) } }
  const [one, other] = [holdBack('one'), holdBack('other')]
  becomeStale()
  offer(registration)
  one()
  offer(registration)
  expect([said, isOffered()]).toEqual([[], false])
  other()
  offer(registration)
  // Control: without an open sale the newer worker takes over, and the banner offers a reload.
  expect([said, isOffered()]).toEqual([['take over'], true])
  offer({ waiting: null })
})
