// scratch
import { expect, test } from 'vitest'
import { rowsOf } from '../../test/arrange.ts'
import { fileWorld } from '../../test/world.ts'
import { close, sell, shopOf, x } from './fixtures/shop.ts'
const w = await fileWorld()
const { cashier, manager, ten } = await shopOf(w)
test('scale', async () => {
  for (const n of [1_000, 10_000, 50_000]) {
    const sale = await sell(cashier, ten)
    await rowsOf(w, `insert into sales select (s2).* from (select jsonb_populate_record(s, jsonb_build_object('id', (substr(s.id::text,1,18) || '7' || lpad(to_hex(i), 3, '0') || '-b' || lpad(to_hex(i / 4096),3,'0') || '-' || substr(md5(i::text || s.id::text),1,12)))) as s2 from sales s, generate_series(1, $2) i where s.id = $1) x`.replace("substr(s.id::text,1,18) || '7' || lpad(to_hex(i), 3, '0') || '-b' || lpad(to_hex(i / 4096),3,'0') || '-' || substr(md5(i::text || s.id::text),1,12)", "substr(s.id::text,1,14) || substr(md5(i::text || s.id::text),1,4) || '-b' || substr(md5(i::text || s.id::text),5,3) || '-' || substr(md5(i::text || s.id::text),9,12)"), [sale, n])
    await w.owner.query('analyze sales')
    for (const [name, act] of [['X', () => x(cashier)], ['X other', () => x(manager)], ['open', () => manager.calls.shiftsOpen({})], ['Z', () => close(cashier)], ['X after', () => x(cashier)], ['sell', () => sell(cashier, ten)]] as const) {
      const began = performance.now()
      await act()
      console.log(n, name, Math.round(performance.now() - began))
    }
  }
  expect(1).toBe(1)
}, 600_000)
