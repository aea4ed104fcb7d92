import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from '../../contract/kit/field.ts'
import { jsonFields, multipartFields, urlencodedFields } from './forms.ts'

const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/["\r\n\0%]/.test(text))
const value = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !/[\0\r\n]/.test(text))

describe('a multipart form', () => {
  test('is read as the same fields that Node’s own FormData wrote', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true }), async (fields) => {
        const form = new FormData()
        for (const [key, text] of Object.entries(fields)) form.set(key, text)
        const request = new Request('http://x', { method: 'POST', body: form })
        const type = request.headers.get('content-type') ?? ''
        const body = Buffer.from(await request.arrayBuffer())
        expect({ ...multipartFields(body, type) }).toEqual(Object.fromEntries(form))
      }),
      { numRuns: 300 },
    )
  })

  test('is refused if it is cut at any byte, and never read in part', () => {
    const whole = '--b\r\nContent-Disposition: form-data; name="quantity"\r\n\r\n30\r\n--b--'
    for (let end = 0; end < whole.length; end++)
      expect(() => multipartFields(Buffer.from(whole.slice(0, end)), 'multipart/form-data; boundary=b'), whole.slice(0, end)).toThrow('form_unreadable')
    expect({ ...multipartFields(Buffer.from(whole), 'multipart/form-data; boundary=b') }).toEqual({ quantity: '30' })
  })

  test('keeps empty values, line breaks and texts that resemble a boundary', () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--b\r\nContent-Disposition: form-data; name="t"\r\n\r\none\r\n--\r\ntwo -b\r\n--b--\r\n'
    expect({ ...multipartFields(Buffer.from(body), 'multipart/form-data; boundary="b"') }).toEqual({ a: '', t: 'one\r\n--\r\ntwo -b' })
  })
})

test('a urlencoded or JSON form gives the same fields as a multipart form', () => {
  expect({ ...urlencodedFields('a=1&b=%C3%A9') }).toEqual({ a: '1', b: 'é' })
  expect({ ...jsonFields('{"a":1,"b":"é","c":true,"d":null,"e":{"f":[1]}}') }).toEqual({ a: '1', b: 'é', c: 'true', e: '{"f":[1]}' })
})

test.each(['a=1&a=2', 'a=%00', '%00=1'])('a form with a repeated field or a NUL character is refused: %s', (text) => {
  expect(() => urlencodedFields(text)).toThrow('form_unreadable')
})

test('a form with an incomplete UTF-8 character is refused, whether the character is a whole field or a part of one', () => {
  expect(() => jsonFields('{"a":"\\ud800"}')).toThrow('form_unreadable')
  const list = field.json(z.array(z.string()))
  for (const text of ['["\\ud800"]', '["\\u0000"]']) expect(z.safeDecode(list, text).error?.issues).toMatchObject([{ message: 'not_json' }])
  expect(z.decode(list, '["\\ud83d\\ude00"]')).toEqual(['😀'])
})

test('a form field called __proto__ is a field like any other', () => {
  const fields = jsonFields('{"__proto__":{"polluted":true},"constructor":"x"}')
  expect(Object.keys(fields).sort()).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
