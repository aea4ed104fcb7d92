// Tests the requests to a captcha service (a fake one on loopback): which answers count as a person, and what happens without an answer.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAccount, knock, newBrowser, refusalOf } from '../test/door.ts'
import { HOST, type World, world } from '../test/world.ts'
import { type Captcha, createCaptcha } from './captcha.ts'

let service: Server
let verify_url: string
let says: string | undefined
const asked: URLSearchParams[] = []
beforeAll(async () => {
  service = createServer((request, answer) => {
    let body = ''
    request.on('data', (bytes) => {
      body += String(bytes)
    })
    request.on('end', () => {
      asked.push(new URLSearchParams(body))
      if (says === undefined) return void answer.destroy()
      if (says === 'elsewhere') return void answer.writeHead(302, { location: verify_url }).end()
      answer.end(says)
    })
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  verify_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
})
afterAll(() => void service.close())
beforeEach(() => {
  says = JSON.stringify({ success: true })
  asked.length = 0
})

const captcha = () => createCaptcha({ verify_url, secret: 'kept', site_key: 'shown', script: 'https://captcha.example/api.js', score_min: 0.5 }) as Captcha
const isPerson = (token = 'token') => captcha().isPerson(token, '203.0.113.7', HOST)

test('without a secret in the settings there is no captcha', () => {
  expect(createCaptcha({ verify_url: '', secret: '', site_key: '', script: '', score_min: 0.5 })).toBeNull()
})

test('the captcha service is sent the secret, the token and the client’s IP address; it is not asked if there is no token', async () => {
  expect(await isPerson('theirs')).toBe(true)
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ secret: 'kept', response: 'theirs', remoteip: '203.0.113.7' })
  expect(await isPerson('')).toBe(false)
  expect(asked).toHaveLength(1)
})

test.each([
  [{ success: true, hostname: HOST, score: 0.9 }, true],
  [{ success: true, score: 0.5 }, true],
  [{ success: false }, false],
  [{ success: 'true' }, false],
  [{ success: 1 }, false],
  [{}, false],
  [{ success: true, score: 0.4 }, false],
  [{ success: true, hostname: 'other.example' }, false],
])('the captcha service’s answer %j counts as passed: %s', async (answer, believed) => {
  says = JSON.stringify(answer)
  expect(await isPerson()).toBe(believed)
})

test.each(['null', '[]', '"yes"', 'true'])('a captcha service’s answer of %s does not count as passed', async (answer) => {
  says = answer
  expect(await isPerson()).toBe(false)
})

test.each([undefined, 'elsewhere', '<html>'])('a captcha service that is down, redirects or answers nonsense (%s) locks nobody out', async (answer) => {
  says = answer
  expect(await isPerson()).toBe(true)
})

describe('a captcha at the login', () => {
  let w: World
  beforeAll(async () => {
    w = await world({ captcha: captcha() })
  })
  afterAll(() => w.end())

  test('is required from the fourth try at an account on; with a correct captcha the user is signed in', async () => {
    const person = await addAccount(w, 'kiosque')
    expect((await w.anonymous().organisationCheck({})).captcha).toEqual({ site_key: 'shown', script: 'https://captcha.example/api.js' })
    for (let i = 0; i < 3; i++) expect(await refusalOf(w.anonymous().login({ username: person.username, password: 'wrong' }))).toBe('login_wrong')
    expect(await refusalOf(knock(newBrowser(w), person))).toBe('captcha_needed')
    const shown = w.anonymous().login({ username: person.username, password: 'Demo!2026', recaptcha_token: 'theirs' })
    expect((await shown).next_step).toBe('none')
  })

  test('comes from the only foreign origin from which the page may load scripts', async () => {
    const policy = (await w.fetch('/api/p_check/', { method: 'POST' })).headers.get('content-security-policy') ?? ''
    const scripts = policy.split(';').find((part) => part.startsWith('script-src'))
    expect(scripts).toBe("script-src 'self' https://captcha.example")
  })

  test('is not required on a device that the account knows', async () => {
    const [person, browser] = [await addAccount(w, 'kiosque'), newBrowser(w)]
    await knock(browser, person)
    for (let i = 0; i < 5; i++) await refusalOf(browser.calls.login({ username: person.username, password: 'wrong' }))
    expect((await knock(browser, person)).next_step).toBe('none')
  })

  test('is required in the same way for an account that does not exist', async () => {
    for (let i = 0; i < 3; i++) await refusalOf(w.anonymous().login({ username: 'nobody-at-all', password: 'wrong' }))
    expect(await refusalOf(w.anonymous().login({ username: 'nobody-at-all', password: 'wrong' }))).toBe('captcha_needed')
  })
})
