// `npm run distribute -- --url postgres://postgres:…@coordinator/portal [--dry yes]`: makes a cluster out of a plain database, while no server runs
// (docs/operations.md, A cluster). An interrupted run is started again and goes on where it was.
import { distribute } from '../server/postgres/distribution.ts'
import { answer, argumentsOf } from './command.ts'

await answer(async () => {
  const { url, dry } = argumentsOf(['url', 'dry'])
  if (!url) throw new Error('npm run distribute -- --url postgres://postgres:…@coordinator/portal [--dry yes]')
  return distribute(url, { isDry: dry === 'yes', tell: (what) => void process.stderr.write(`${what}\n`) })
})
