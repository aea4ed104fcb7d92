// Tests where requests to suppliers may be sent, and which addresses no supplier may have.
import { describe, expect, test } from 'vitest'
import { baseOf, guardedLookup, isOutside } from './addresses.ts'

describe('an address of a supplier', () => {
  const permitted = { origins: ['https://api.example.com', 'https://10.0.0.1', 'http://plain.example.com'], loopback: false }

  test('is allowed only if it is named in the operator’s configuration and begins with https', () => {
    expect(baseOf('https://api.example.com/v1/', permitted)).toMatchObject({ base: expect.objectContaining({ href: 'https://api.example.com/v1' }) })
    const refused = [
      'http://api.example.com',
      'https://api.example.com:8443',
      'https://api.example.com.evil.org',
      'http://plain.example.com',
      'https://10.0.0.1',
    ]
    for (const address of [...refused, 'http://127.0.0.1:3000', 'https://localhost', 'http://2130706433', 'https://[::ffff:7f00:1]'])
      expect([address, baseOf(address, permitted)]).toEqual([address, { problem: 'not_permitted' }])
    for (const address of ['', 'ftp://api.example.com', 'https://a:b@api.example.com', 'https://api.example.com?x=1', 'file:///etc/passwd'])
      expect([address, baseOf(address, permitted)]).toEqual([address, { problem: 'no_address' }])
  })

  test('on this machine is allowed at any port if the operator says so, and otherwise at no port', () => {
    const at = (loopback: boolean) =>
      ['http://127.0.0.1:4111/v1', 'http://127.0.0.1', 'http://localhost:4111'].map((text) => 'base' in baseOf(text, { origins: [], loopback }))
    expect([at(true), at(false)]).toEqual([Array(3).fill(true), Array(3).fill(false)])
  })

  test('that names a simulator leads to the port at which this portal runs it now, and to no other port of this machine', () => {
    const running: Record<string, number> = { 'dt-one': 4111 }
    const asked = { origins: [], loopback: false, portOf: (name: string) => running[name] }
    const at = (text: string, permitted: Parameters<typeof baseOf>[1] = asked) => {
      const found = baseOf(text, permitted)
      return 'base' in found ? found.base.href : found.problem
    }
    expect(at('http://dt-one.simulator.localhost/v1/')).toBe('http://127.0.0.1:4111/v1')
    running['dt-one'] = 4112
    expect(at('http://dt-one.simulator.localhost/v1')).toBe('http://127.0.0.1:4112/v1')
    expect(at('http://reloadly.simulator.localhost')).toBe('not_running')
    for (const other of ['http://127.0.0.1:4112', 'http://localhost:4112', 'http://dt-one.simulator.localhost:6379', 'https://dt-one.simulator.localhost'])
      expect([other, at(other)]).toEqual([other, 'not_permitted'])
    expect(at('http://dt-one.simulator.localhost', { origins: [], loopback: true }), 'outside the demo world').toBe('not_permitted')
  })

  test('inside our own network is refused, however it is written', () => {
    const four = [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ]
    const six = [
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'fd20:ce::254',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
    ]
    for (const address of [...four, ...six, 'localhost', '']) expect([address, isOutside(address)]).toEqual([address, false])
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect([address, isOutside(address)]).toEqual([address, true])
  })

  test('that is a name is checked by all its IP addresses: if one of them is internal, none is used', async () => {
    const base = new URL('https://api.example.com')
    const found = (...addresses: string[]) =>
      new Promise((done) => {
        const resolving = guardedLookup(base, (_, said) => said(null, addresses.map((address) => ({ address, family: 4 })))) // biome-ignore format: one thought
        resolving('api.example.com', { all: true }, (error, all) => done(error ? error.code : all))
      })
    expect(await found('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect([await found('8.8.8.8', '169.254.169.254'), await found('127.0.0.1'), await found()]).toEqual(Array(3).fill('FORBIDDEN_ADDRESS'))
  })
})
