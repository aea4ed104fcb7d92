// Builds the server as one file, and the process in which it opens untrusted files, with its SQL beside them; the browser's files are compressed once instead
// of at every request.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const COMPRESS_FROM_BYTES = 1024

rmSync(dist, { recursive: true, force: true })
await build({
  entryPoints: ['main', 'apart'].map((name) => join(root, `server/${name}.ts`)),
  outdir: dist,
  bundle: true,
  // Packages are not bundled: several look for files of their own beside them.
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  logLevel: 'warning',
})
for (const name of ['migrations', 'money'])
  cpSync(join(root, 'server', name), join(dist, name), { recursive: true, filter: (path) => !/\.\w+$/.test(path) || path.endsWith('.sql') })

const assets = join(root, 'web/dist/assets')
for (const file of existsSync(assets) ? readdirSync(assets) : []) if (/\.(js|css|svg|json)$/.test(file)) compress(join(assets, file))

function compress(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < COMPRESS_FROM_BYTES) return
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}
