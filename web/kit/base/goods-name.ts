// The goods a file is for: a denomination by its value, a pool by its name.
import * as format from './format.ts'

type Goods = { product_name: string; pool_name: string | null; value: number }

export const goodsName = ({ product_name, pool_name, value }: Goods) => `${product_name} ${pool_name || format.money(value)}`
