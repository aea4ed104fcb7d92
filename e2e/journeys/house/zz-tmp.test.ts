import { test } from '../../kit/browser.ts'

test('x', async ({ newPage }) => {
  for (const [as, width, height, mode] of [
    ['nord', 1440, 900, 'light'],
    ['nord', 360, 740, 'light'],
    ['nord', 1024, 768, 'dark'],
  ] as const) {
    const page = await newPage({ as, kept: { language: 'de', mode }, viewport: { width, height } })
    for (const path of [
      '/customers/view',
      '/products/view',
      '/staff/view',
      '/admin/ledger',
      '/invoices-all',
      '/reports-sales-new',
      '/audit',
      '/reclaim-requests',
    ]) {
      await page.goto(path)
      await page.waitForTimeout(1500)
      const y = await page.evaluate(() => document.querySelector('main tbody tr')?.getBoundingClientRect().y)
      console.log('ROW', width, path, y)
      if (path === '/customers/view') await page.locator('[data-list-tools]').click()
      await page.screenshot({ path: `/tmp/shots/h${width}${path.replaceAll('/', '-')}.png` })
    }
  }
})
