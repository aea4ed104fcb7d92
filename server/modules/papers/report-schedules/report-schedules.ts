// The module's front door: the jobs that send reports by mail.
export { reportJobs } from './send.ts'
