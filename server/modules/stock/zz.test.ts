import { test } from 'vitest'
import { goods } from '../../test/arrange.ts'
import { world } from '../../test/world.ts'
import { csv, settled } from './fixtures/upload.ts'
test('t', async () => {
  const w = await world()
  const nord = await w.signIn('nord')
  const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id as string
  let next = 7_000_000_000_000_000
  for (let r = 0; r < 2; r++) {
    const { configuration_id } = await goods(w, { pins: 0 })
    const file = csv(`Serial;Pin\n${Array.from({ length: 60000 }, (_, i) => `S${i};${(next += 7919)}`).join('\n')}\n`)
    let t = performance.now()
    const lap = (n: string) => { console.log(n, Math.round(performance.now() - t)); t = performance.now() }
    const { upload_id } = await nord.calls.stockUpload({ configuration_id, csv_file: file }); lap('upload')
    await nord.calls.stockUploadCheck({ upload_id, pin_sequence: 2, serial_sequence: 1 }); await settled(nord, upload_id); lap('check')
    await nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 650 }); await settled(nord, upload_id); lap('finish')
    console.log(w.logs.filter((l) => l.includes('failed')))
  }
  await w.end()
}, 120000)
