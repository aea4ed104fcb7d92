import { readFileSync } from 'node:fs'
import { openBrowser } from './browser.ts'
const base = `http://localhost:${readFileSync('/tmp/webport','utf8').trim()}`
const axe = readFileSync('/work/main/node_modules/axe-core/axe.min.js','utf8')
const browser = await openBrowser()
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage()
page.on('console', (m) => { if (m.type()==='error') console.log('console', m.text().slice(0,250)) }); page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0,300)))
const audit = async (label: string) => { await page.evaluate(axe); const r = await page.evaluate(() => (window as any).axe.run(document, { runOnly: ['wcag2a','wcag2aa','wcag21aa','wcag22aa','best-practice'] })); for (const v of r.violations) console.log('AXE', label, v.id, v.nodes.length, v.nodes.slice(0,2).map((n: any) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '').slice(0,140)).join(' | ')) }
const login = async (who: string) => { await page.goto(base + '/login'); await page.fill('[name=username]', who); await page.fill('[name=password]', 'Demo!2026'); await page.keyboard.press('Enter'); await page.waitForSelector('#main'); await page.waitForTimeout(900) }
await login('kiosque'); console.log(page.url()); await audit('till'); await page.screenshot({ path: '/tmp/shots/f-till.png' })
await page.keyboard.press('Shift+F8'); await page.waitForTimeout(800); await page.screenshot({ path: '/tmp/shots/f-last.png' }); await audit('last'); console.log('dialog', await page.locator('dialog[open]').count(), await page.evaluate(() => document.activeElement?.outerHTML.slice(0,80))); await page.keyboard.press('Escape'); await page.waitForTimeout(200); console.log('closed', await page.locator('dialog[open]').count(), await page.evaluate(() => document.activeElement?.tagName))
await page.evaluate(() => localStorage.clear()); await login('nord'); await page.evaluate(() => localStorage.setItem('mode', 'dark'))
await page.goto(base + '/customers/view'); await page.waitForSelector('td a'); await page.click('td a'); await page.waitForTimeout(1200); console.log(page.url().replace(base,'')); await page.screenshot({ path: '/tmp/shots/f-credit.png' }); await audit('credit')
await page.goto(base + '/dashboard'); await page.waitForTimeout(900); await page.screenshot({ path: '/tmp/shots/f-dash.png' }); await audit('dash')
await page.goto(base + '/inventory/add'); await page.waitForTimeout(900); await page.screenshot({ path: '/tmp/shots/f-add.png' }); await audit('add')
process.exit(0)
