// The panel of the bell.
import type { Locator } from 'playwright-core'
import { t } from './texts.ts'

/** The panel begins with the oldest new notices; its last button leads to all of them. */
export const showAllNotices = (panel: Locator): Promise<void> =>
  panel
    .getByRole('region', { name: t('notices.new') })
    .getByRole('button')
    .last()
    .click()
