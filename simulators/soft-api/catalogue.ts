// The products of the simulated supplier of the neutral format (simulators/soft-api.ts).
export type Denomination = { denomination_id: string; value: string; currency: string; cost: string; ean: string; info: string; in_stock: boolean }
export type Kind = 'cash_card' | 'gift_card' | 'calling_card' | 'direct_recharge'
export type Sold = {
  product_id: string
  name: string
  type: Kind
  image_url: string
  customer_care: string
  instructions: string
  pin_length: number
  delivery: 'pin' | 'recharge' | 'both'
  denominations: Denomination[]
}

const product = (id: string, name: string, type: Kind, delivery: Sold['delivery'], values: readonly number[]): Sold => ({
  ...{
    product_id: id,
    name,
    type,
    delivery,
    image_url: `/media/${id}.png`,
    customer_care: '+4930123000',
    instructions: 'Dial *104*PIN# and call',
    pin_length: 14,
  },
  denominations: values.map((value, n) => ({
    ...{ denomination_id: `${id}-${value}`, value: `${value}.00`, currency: 'EUR', cost: (value * 0.935).toFixed(4) },
    ...{ ean: `426000${id.slice(1)}${n}`.padEnd(13, '0'), info: '', in_stock: true },
  })),
})

export const catalogue = (): Sold[] => [
  product('p101', 'Nordfunk', 'cash_card', 'both', [5, 10, 15, 20, 30, 50]),
  product('p102', 'Sternnetz', 'cash_card', 'pin', [10, 20]),
  product('p201', 'Spielewelt', 'gift_card', 'pin', [10, 25, 50, 100]),
  product('p301', 'Ferngespräch', 'calling_card', 'pin', [5, 10]),
  product('p401', 'Blaufunk', 'direct_recharge', 'recharge', [10, 15, 20]),
]
