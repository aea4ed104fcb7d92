// The file of a day: three header lines, one line for each order, and a last line with the number of lines.
import { moneyText } from '../../contract/kit/money.ts'
import { berlinDay } from '../kit/shop.ts'

export const DISTRIBUTOR = '0009402006'

export type PinOrder = {
  correlation_id: string
  order_id: string
  at: Date
  status: 'DELIVERED' | 'REJECTED' | 'CANCELLED'
  error: string
  shop_id: string
  terminal_id: string
  utc_offset: string
  value: number
  serial: string
  product_id: string
}

export function fileOf(day: string, orders: readonly PinOrder[]): string {
  const sold = orders.filter(({ at }) => berlinDay(at) === day)
  const total = sold.reduce((sum, { status, value }) => (status === 'DELIVERED' ? sum + value : sum), 0)
  const head = [`H1;${DISTRIBUTOR}`, `H2;${day} 00:00:00;${day} 23:59:59`, `H3;${day.replaceAll('-', '')};EUR;${moneyText(total)}`]
  const lines = [...head, ...sold.map(lineOf)]
  return `${[...lines, `EOF;${lines.length + 1}`].join('\r\n')}\r\n`
}

function lineOf({ order_id, utc_offset, at, shop_id, terminal_id, value, product_id, serial, status, error }: PinOrder): string {
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(utc_offset)
  const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1) : 0
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  const who = [DISTRIBUTOR, 'portal', shop_id, terminal_id, 'NONE', 'RETURN', 'DE']
  return ['D', order_id, utc_offset, local, ...who, moneyText(value), product_id, serial, status, error].join(';')
}
