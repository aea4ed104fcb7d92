// The panel of notices that the bell opens.
import type { Locator } from 'playwright-core'
import { t } from './texts.ts'

/** Shows all notices: the panel begins with the oldest new ones, and its last button leads to the whole list. */
export const showAllNotices = (panel: Locator): Promise<void> =>
  panel
    .getByRole('region', { name: t('notices.new') })
    .getByRole('button')
    .last()
    .click()
