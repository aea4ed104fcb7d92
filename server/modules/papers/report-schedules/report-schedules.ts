// The module's public interface: the jobs that send reports by mail, and a user as a job acts for that user.
export { type Person, personOf } from './report-schedules.sql.ts'
export { reportJobs } from './send.ts'
