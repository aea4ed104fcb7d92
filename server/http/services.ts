// What the app is assembled from, and what every handler can therefore use.
import type { FastifyBaseLogger } from 'fastify'
import type { Apart } from '../kit/apart.ts'
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

/** What app() is given; tests give other ones. */
export type Ground = {
  db: Db
  keys: Keys
  clock: Clock
  log: FastifyBaseLogger
  jobs: Jobs
  metrics: Metrics
  /** What only this server keeps outside the database: heads of its audit log, uploads on their way in. */
  dataDir: string
  /** Where all servers of the portal keep files, encrypted: uploads and exports. */
  filesDir: string
  /** Asks whether a person is there; null when the operator has not set it up. */
  captcha: Captcha | null
  /** Mail and text messages. */
  post: Post
  /** Suppliers that are asked at the moment of sale. */
  suppliers: Suppliers
  /** Tells browsers whose page is closed; null when the operator has not set it up. */
  push: PushService | null
}

export type Services = Ground & {
  /** Opens files of others. */
  apart: Apart
  money: MoneyDoor
  /** Sales from them. */
  live: LiveSales
  openPins: OpenPins
  hosts: Hosts
  sessions: Sessions
  keyDoor: KeyDoor /** Lists read by their own calls. */
  lists: Lists
}
