// Builds two files: the server, and the program that opens untrusted files in a process of its own. Their SQL is put beside them. The browser's files are
// compressed once, instead of at every request. The client for customers' own systems is packed beside them.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const COMPRESS_FROM_BYTES = 1024

rmSync(dist, { recursive: true, force: true })
await build({
  entryPoints: ['main', 'apart'].map((name) => join(root, `server/${name}.ts`)),
  outdir: dist,
  bundle: true,
  // Packages are not bundled, because several of them load files of their own from their folders.
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
const files = existsSync(assets) ? readdirSync(assets).filter((file) => /\.(js|css|svg|json)$/.test(file)) : []
// All files are compressed at the same time, by the threads of Node's pool.
await Promise.all(files.map((file) => compress(join(assets, file))))
if (existsSync(join(assets, '../index.html'))) await compress(join(assets, '../index.html'))

packClient()

/** Packs the client for customers' own systems; customers install it from the portal's own address. Its version is the portal's. */
function packClient(): void {
  if (!existsSync(join(assets, '..'))) return
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'packages/client'], { cwd: root, stdio: 'inherit' })
  execFileSync('npm', ['pack', '--workspace', 'packages/client', '--pack-destination', 'web/dist', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path)
  if (bytes.length < COMPRESS_FROM_BYTES) return
  // Brotli's best level gives files eight percent smaller than level 9. The best level is slow, but files are compressed only once a build.
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  ])
  writeFileSync(`${path}.gz`, zipped)
  writeFileSync(`${path}.br`, brotli)
}
