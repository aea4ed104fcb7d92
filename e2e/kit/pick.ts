// Chooses a row of a list by a text that only this row has.
import type { Page } from 'playwright-core'
import { ready } from './open-page.ts'

/** Searches the list and chooses the one row that is found. Before the search is over, the row may stand in the list already; its checkbox is then replaced. */
export async function pickFound(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await ready(page)
  await page.getByRole('row').filter({ hasText: text }).getByRole('checkbox').check()
}
