// The portal's two cookies: the browser's half of a session, and the secret that identifies a known device. Scripts cannot read them, other sites
// do not send them, and alone they give access to nothing.
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long each cookie is kept, in seconds: for a session its absolute limit, for a device the longest time that browsers keep a cookie. */
const KEPT_S = { session: 12 * 60 * 60, device: 400 * 24 * 60 * 60 }
const names = { session: 'portal_session', device: 'portal_device' } as const
export type CookieName = keyof typeof names

/** The cookie's name on the wire. Over https the prefix `__Host-` binds the cookie to this very host. */
const wireName = (request: FastifyRequest, name: CookieName) => (request.protocol === 'https' ? `__Host-${names[name]}` : names[name])

export type Cookies = { get: (name: CookieName) => string | undefined; set: (name: CookieName, value: string) => void }

export const cookieOf = (request: FastifyRequest, name: CookieName): string | undefined => parseCookie(request.headers.cookie ?? '')[wireName(request, name)]

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get: (name) => cookieOf(request, name),
    set: (name, value) =>
      void reply.header(
        'set-cookie',
        stringifySetCookie({
          name: wireName(request, name),
          value,
          path: '/',
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          maxAge: KEPT_S[name],
        }),
      ),
  }
}
