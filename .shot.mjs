import { chromium } from 'playwright-core'

const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const bad = []
async function person(user, host, paths) {
  const contexts = {}
  for (const w of [1440, 360]) {
    const c = await b.newContext({ viewport: { width: w, height: w === 360 ? 740 : 900 }, baseURL: `http://${host}:4799` })
    const p = await c.newPage()
    p.on('pageerror', (e) => bad.push(`${user} ${p.url()} ${e.message}`))
    await p.goto('/login')
    await p.fill('input[autocomplete=username]', user)
    await p.fill('input[type=password]', 'Demo!2026')
    await p.keyboard.press('Enter')
    await p.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 30000 })
    contexts[w] = p
  }
  for (const mode of ['light', 'dark']) {
    if (mode === 'dark') {
      await contexts[1440].click('button:has(svg.lucide-moon)')
      await contexts[1440].waitForTimeout(1500)
    }
    for (const w of [1440, 360])
      for (const path of paths) {
        const p = contexts[w]
        await p.goto(path).catch(() => {})
        await p.waitForTimeout(700)
        const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 0) bad.push(`${user} ${path} ${w} overflows ${over}`)
        await p.screenshot({ path: `/tmp/eyeshots/${mode}-${w}-${user}-${path.replace(/\W+/g, '_')}.png` })
      }
  }
  await contexts[1440].click('button:has(svg.lucide-sun)').catch(() => bad.push('no sun for ' + user))
  await contexts[1440].waitForTimeout(800)
}
await person('kiosque', 'localhost', [
  '/cashcards/',
  '/flixbus',
  '/international-topup/',
  '/direct-recharge',
  '/on-demand',
  '/seller/sales',
  '/seller/zreport',
  '/seller/credit',
  '/seller-reclaim-requests',
  '/settings',
  '/dashboard',
  '/api-access',
])
await person('nord', 'localhost', [
  '/dashboard',
  '/products/view',
  '/inventory/add',
  '/inventory/files',
  '/inventory/view',
  '/pools/view',
  '/suppliers/view',
  '/gift-cards/add',
  '/customer/credit/add',
  '/customer/credit/multi',
  '/customer/credit/round',
  '/customers/pad',
  '/discount-slabs/',
  '/dynamic-products-prices',
  '/dynamic-products-discounts',
  '/staff/view',
  '/staff/add',
  '/month-end',
  '/invoice-generate',
  '/reports-sales-comparison',
  '/reclaim-requests',
  '/reports-stock',
  '/terminals',
])
await person('platform', 'platform.localhost', [
  '/dashboard',
  '/connections',
  '/dynamic-products/',
  '/statements',
  '/books',
  '/audit',
  '/live-orders',
  '/device/add',
  '/messages',
  '/exchange-rates',
])
console.log(bad.join('\n'))
await b.close()
