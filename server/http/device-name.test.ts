// The readable name of a browser is found in any user agent, and quickly.
import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox 142, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari 18, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36', 'Chrome 139, Linux'],
  ['', ''],
])('the user agent "%s" is named %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a client that is no browser is named after the first words of its user agent', () => {
  expect(deviceName('x'.repeat(300)).length).toBeLessThanOrEqual(80)
  for (const odd of ['\0', '<script>', '(', '/'.repeat(300), 'Mozilla/5.0 ('.repeat(20)]) expect(deviceName(odd).length).toBeLessThanOrEqual(80)
})

test('1,500 device names are found within five seconds of processor time, even in user agents full of brackets', () => {
  // Only processor time is measured, so a busy machine does not matter.
  const start = process.cpuUsage()
  for (let i = 0; i < 1_500; i++) deviceName(`Mozilla/5.0 ${'('.repeat(i % 250)} Version/${i}`.slice(0, 300))
  const { user } = process.cpuUsage(start)
  expect(user / 1000).toBeLessThan(5_000)
})
