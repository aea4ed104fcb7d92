// The words for the requests to suppliers, and for the reasons why no answer was received.
import type { Messages } from '../../../i18n/catalogue.ts'

export function logWords({ auth, connections, fields, house }: Pick<Messages, 'auth' | 'connections' | 'fields' | 'house'>) {
  const { calls, reasons, key } = connections.log
  const { ETIMEDOUT: late, ECONNRESET: broke } = reasons
  const { balance, passengers, product } = fields
  return {
    calls: { ...calls, balance, passengers, product, products: house.screens.products, order: key, login: auth.login.title, 'sign in': auth.login.title },
    // The code 23 is that of a fetch that was ended by a timeout; the HTTP client's own timeouts and lost connections have codes with names.
    reasons: {
      ...reasons,
      ...{ 23: late, UND_ERR_CONNECT_TIMEOUT: late, UND_ERR_HEADERS_TIMEOUT: late, UND_ERR_BODY_TIMEOUT: late, UND_ERR_SOCKET: broke },
    },
  }
}
