// The parts from which the app is assembled; every handler gets them.
import type { FastifyBaseLogger } from 'fastify'
import type { Apart } from '../kit/apart.ts'
import type { Check } from '../kit/check.ts'
import type { Keys } from '../kit/keys.ts'
import type { Metrics } from '../kit/metrics.ts'
import type { Post } from '../kit/post.ts'
import type { MoneyDoor } from '../money/money.ts'
import type { OpenPins } from '../money/open-pins.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db } from '../postgres/db.ts'
import type { Jobs } from '../postgres/jobs.ts'
import type { Suppliers } from '../suppliers/connections.ts'
import type { LiveSales } from '../suppliers/live-sale.ts'
import type { Captcha } from './captcha.ts'
import type { Hosts } from './hosts.ts'
import type { KeyDoor } from './key-door.ts'
import type { Lists } from './lists.ts'
import type { PushService } from './push-service.ts'
import type { Sessions } from './sessions.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The parts that are passed to app(): main.ts passes the real parts, tests pass parts of their own. */
export type ServiceParts = {
  db: Db
  keys: Keys
  clock: Clock
  log: FastifyBaseLogger
  jobs: Jobs
  metrics: Metrics
  /** Files that only this server keeps outside the database: heads of its audit log, uploads in progress. */
  dataDir: string
  /** Encrypted files that all servers of the portal share: uploads and exports. */
  filesDir: string
  /** Checks that the user is a person; null when the operator has not set up a captcha. */
  captcha: Captcha | null
  /** Sends mail and text messages. */
  post: Post
  /** Sends requests to the suppliers that are asked at the moment of sale. */
  suppliers: Suppliers
  /** Notifies browsers whose page is closed; null when the operator has not set up push. */
  push: PushService | null
  /** Sends webhooks to the systems of organisations; null when the operator has switched them off. */
  webhooks: WebhookSender | null
}

export type Services = ServiceParts & {
  /** Opens untrusted files in a separate process. */
  apart: Apart
  money: MoneyDoor
  /** Sales of live products, delivered by suppliers. */
  live: LiveSales
  openPins: OpenPins
  hosts: Hosts
  sessions: Sessions
  keyDoor: KeyDoor
  /** Reads a list page by page through the list's own call, for exports. */
  lists: Lists
  /** The checks that /ready runs. */
  checks: readonly Check[]
}
