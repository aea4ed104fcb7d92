// How the browser's half is built and served in development: /api goes to the server on PORTAL_PORT.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { version } from './package.json' with { type: 'json' }

const server = `http://127.0.0.1:${process.env.PORTAL_PORT ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { VERSION: JSON.stringify(version), BUILT_AT: JSON.stringify(new Date().toISOString()) },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  build: { manifest: true, assetsInlineLimit: 0, target: 'es2023' },
})
