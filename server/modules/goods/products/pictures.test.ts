// Pictures of products: only pictures are accepted, and only re-encoded ones are served.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const product_id = (await goods(w, { pins: 0 })).product_id

const drawing = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#00a1f1' } })
const send = (bytes: Buffer | string, name = 'logo.png') =>
  nord.calls.productImage({ product_id, product_image: new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name) })
const served = async (address: string | null) => {
  const answer = await w.fetch(address ?? '')
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'uploaded as %s is redrawn as WebP of at most 512 pixels, under a path derived from its content',
    async (format) => {
      const { product_image } = await send(await drawing(900, 600).toFormat(format).toBuffer())
      const { answer, bytes } = await served(product_image)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 })
      expect(product_image).toBe(`/images/1/${createHash('sha256').update(bytes).digest('hex')}.webp`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const [product] = (await nord.calls.productsList({ view_type: 'single', product_id })).content
      expect(product?.product_image).toBe(product_image)
    },
  )

  test('keeps its size if it is small, is turned upright, and loses its metadata', async () => {
    const small = await served((await send(await drawing(40, 30).png().toBuffer())).product_image)
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 40, height: 30 })
    const turned = await drawing(60, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await served((await send(turned, 'photo.jpg')).product_image)
    expect(await sharp(upright.bytes).metadata()).toMatchObject({ width: 20, height: 60 })
    expect(upright.bytes.includes('SECRET')).toBe(false)
  })

  test('loses a program that was appended to its bytes', async () => {
    const polyglot = Buffer.concat([await drawing(30, 30).png().toBuffer(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    const { bytes } = await served((await send(polyglot)).product_image)
    expect(bytes.includes('script')).toBe(false)
  })

  test('is removed if a change of its product sends no picture; the log shows the path of the picture before and null after the change', async () => {
    await send(await drawing(10, 10).png().toBuffer())
    expect(await nord.calls.productImage({ product_id })).toEqual({ product_image: null })
    const [row] = await rowsOf(w, `select before, after from audit where action = 'productImage' order by id desc limit 1`)
    expect(row).toMatchObject({ before: { product_image: expect.stringMatching(/^\/images\/1\//) }, after: { product_image: null } })
  })
})

describe('an upload that is not a valid picture is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  test.each([
    ['an SVG', async () => Buffer.from(svg)],
    ['an SVG that says it is a PNG', async () => Buffer.concat([png, Buffer.from(svg)])],
    ['a web page called logo.png', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', async () => drawing(10, 10).gif().toBuffer()],
    ['a TIFF', async () => drawing(10, 10).tiff().toBuffer()],
    ['a PNG cut in the middle', async () => (await drawing(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2000)],
    ['a JPEG of noise', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)])],
    ['a RIFF that is a sound', async () => Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ')],
    ['an empty file', async () => Buffer.alloc(0)],
    // A decompression bomb: six million pixels of one colour fit into a few kilobytes of PNG.
    ['a decompression bomb', async () => drawing(3_000, 2_000).png({ compressionLevel: 9 }).toBuffer()],
  ])('if it is %s', async (_, bytes) => {
    await expect(bytes().then(send)).rejects.toMatchObject({ code: 'image_unreadable' })
  })

  test('if it has more than a megabyte, before it is decoded', async () => {
    await expect(send(Buffer.concat([png, Buffer.alloc(1_000_001)]))).rejects.toMatchObject({ code: 'too_large' })
  })
})

test('no picture is served under a path that is not the picture’s own', async () => {
  const { product_image } = await send(await drawing(12, 12).png().toBuffer())
  const name = product_image?.split('/').at(-1)
  const strange = [
    `/images/2/${name}`,
    `/images/1/${'0'.repeat(64)}.webp`,
    '/images/1/..%2f..%2fetc%2fpasswd',
    `/images/1e9/${name}`,
    '/images/99999999999/x.webp',
  ]
  for (const path of strange) expect((await w.fetch(path)).status, path).toBe(404)
})
