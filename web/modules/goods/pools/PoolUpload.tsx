// Fills a pool: the three steps of an import, with the pool already chosen.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/base/api.ts'
import { FailedPage, NoSuchPage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { FromFile } from '../stock/stock.ts'

export default function PoolUpload() {
  const { poolId = '' } = useParams()
  const asked = useQuery(query('poolsList', { pool_id: poolId }))
  const pool = asked.data?.content.find(({ pool_id }) => pool_id === poolId)
  const product_id = pool?.product_id ?? ''
  const product = useQuery({ ...query('productsList', { view_type: 'single', product_id }), enabled: product_id !== '' })
  if (asked.isError) return <FailedPage error={asked.error} retry={() => asked.refetch()} />
  if (asked.isSuccess && !pool) return <NoSuchPage />
  if (!pool || product.isLoading) return null
  const [of] = product.data?.content ?? []
  return (
    <FromFile
      pool={{ pool_id: pool.pool_id, name: `${pool.product_name} ${pool.pool_name}` }}
      first={{ product_id, configuration_id: '', ...(of ? { product: of } : {}) }}
    />
  )
}
