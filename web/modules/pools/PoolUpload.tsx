// Fills a pool: the usual three steps, with the pool already chosen.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CallError } from '../../../contract/kit/client.ts'
import { query } from '../../kit/base/api.ts'
import { Failed } from '../../kit/page/Empty.tsx'
import { FromFile } from '../stock/StockAdd.tsx'

export default function PoolUpload() {
  const { poolId = '' }: { poolId?: string } = useParams({ strict: false })
  const asked = useQuery(query('poolsList', { pool_id: poolId }))
  const pool = asked.data?.content.find(({ pool_id }) => pool_id === poolId)
  const product_id = pool?.product_id ?? ''
  const product = useQuery({ ...query('productsList', { view_type: 'single', product_id }), enabled: product_id !== '' })
  const missing = asked.isSuccess && !pool
  if (asked.isError || missing) return <Failed error={missing ? notFound : asked.error} retry={() => asked.refetch()} />
  if (!pool || product.isLoading) return null
  const [of] = product.data?.content ?? []
  return (
    <FromFile
      pool={{ pool_id: pool.pool_id, name: `${pool.product_name} ${pool.pool_name}` }}
      first={{ product_id, configuration_id: '', ...(of ? { product: of } : {}) }}
    />
  )
}

const notFound = new CallError(404, { message_type: 0, code: 'not_found', message: '', account_status: 1 })
