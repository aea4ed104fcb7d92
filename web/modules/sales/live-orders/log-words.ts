// What a supplier was asked, and why no answer came, in words.
import type { Messages } from '../../../i18n/catalogue.ts'

export function logWords({ auth, connections, fields, house }: Pick<Messages, 'auth' | 'connections' | 'fields' | 'house'>) {
  const { calls, reasons, key } = connections.log
  const { ETIMEDOUT: late, ECONNRESET: broke } = reasons
  const { balance, passengers, product } = fields
  return {
    calls: { ...calls, balance, passengers, product, products: house.screens.products, order: key, login: auth.login.title, 'sign in': auth.login.title },
    // The timeout of a fetch has a number for its code, those of its client have names of their own.
    reasons: {
      ...reasons,
      ...{ 23: late, UND_ERR_CONNECT_TIMEOUT: late, UND_ERR_HEADERS_TIMEOUT: late, UND_ERR_BODY_TIMEOUT: late, UND_ERR_SOCKET: broke },
    },
  }
}
