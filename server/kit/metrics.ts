// Figures for the operator, in Prometheus' format. Each app has its own registry, so that tests may have many.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    /** `off`: how far the machine's clock is ahead of the database's, in milliseconds. */
    tellClock: (off: () => number) =>
      new Gauge({
        name: 'clock_ahead_seconds',
        help: 'How far this machine’s clock is ahead of the database’s, whose time is used',
        registers: [registry],
        collect() {
          this.set(off() / 1000)
        },
      }),
    callSeconds: new Histogram({
      name: 'call_seconds',
      help: 'Seconds from request to answer',
      labelNames: ['call', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers: [registry],
    }),
    placesRefused: new Counter({
      name: 'places_refused_total',
      help: 'Requests refused because a share of the places was taken: of one person or address, of a tenant, of all',
      labelNames: ['lane', 'share'],
      registers: [registry],
    }),
    poolConnections: new Gauge({ name: 'pool_connections', help: 'Database connections by state', labelNames: ['state'], registers: [registry] }),
    moneyWrong: new Gauge({ name: 'money_wrong', help: 'What the money check found wrong', labelNames: ['tenant_id', 'check'], registers: [registry] }),
    auditWrong: new Gauge({ name: 'audit_wrong', help: 'Rows of the audit log the check found wrong', labelNames: ['tenant_id'], registers: [registry] }),
    backupAt: new Gauge({ name: 'backup_timestamp_seconds', help: 'When the newest base backup ended', registers: [registry] }),
    walArchivedAt: new Gauge({ name: 'wal_archived_timestamp_seconds', help: 'When WAL was last taken to the backups', registers: [registry] }),
    walWaiting: new Gauge({ name: 'wal_waiting', help: 'Finished WAL files not yet taken to the backups', registers: [registry] }),
    moneyCheckedAt: new Gauge({ name: 'money_checked_timestamp_seconds', help: 'When the last money check ended', registers: [registry] }),
  }
}

/** Reports memory, event loop and CPU. These figures belong to the whole process, so only the app that owns the process calls this function. */
export const measureProcess = (metrics: Metrics): void => collectDefaultMetrics({ register: metrics.registry })
