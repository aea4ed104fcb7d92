// The palette: opens it with its key, and finds the options that it offers.
import type { Page } from 'playwright-core'
import { t } from './texts.ts'

export const palette = (page: Page) => page.getByRole('dialog', { name: t('shell.palette.title') })
export const option = (page: Page, name: string | RegExp) =>
  palette(page)
    .getByRole('option', { name, exact: typeof name === 'string' })
    .first()

export async function find(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(text)
}
