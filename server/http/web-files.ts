// The browser's files. Files below /assets, which have a hash in their name, are cached for ever. A path without a file gets index.html, except below /assets
// and /api, where refusals are JSON.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

export async function registerWeb(server: FastifyInstance, webDir: string | undefined, notFound: NotFound): Promise<void> {
  const hasWeb = webDir !== undefined && existsSync(join(webDir, 'index.html'))
  if (hasWeb)
    await server.register(files, {
      root: webDir,
      index: false,
      // Each file has a route of its own, made at the start. Other paths come to the handler below, which answers most of them with the app.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  server.setNotFoundHandler((request, reply) => {
    const isPage = hasWeb && (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)\//.test(request.url)
    return isPage ? reply.sendFile('index.html') : notFound(request, reply)
  })
}
