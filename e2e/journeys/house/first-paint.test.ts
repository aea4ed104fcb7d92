// The first moments of a page: it shows something before its scripts have run.
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'

test('a page whose scripts are still on their way shows a bar and a block instead of nothing', async ({ newPage }) => {
  const page = await newPage({})
  let arrive = () => {}
  const late = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const heights = () =>
    page.evaluate(() => ['::before', '::after'].map((part) => getComputedStyle(document.querySelector('#root') ?? document.body, part).height))
  await expect.poll(heights).toEqual(['56px', '160px'])
  arrive()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await heights()).not.toContain('160px')
})
