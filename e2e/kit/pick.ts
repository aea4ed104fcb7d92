// Chooses a row of a list by a text that only this row has.
import type { Page } from 'playwright-core'
import { ready } from './open-page.ts'

/** Searches the list and chooses the one row that is found. Waits for the search to end, because the search redraws even a row that was in the list before. */
export async function pickFound(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await ready(page)
  await page.getByRole('row').filter({ hasText: text }).getByRole('checkbox').check()
}
