// The name of the goods in a file of PINs: the product, and then the pool's name or the denomination's value.
import * as format from './format.ts'

type Goods = { product_name: string; pool_name: string | null; value: number }

export const goodsName = ({ product_name, pool_name, value }: Goods) => `${product_name} ${pool_name || format.money(value)}`
