// The module's public interface: the jobs that send reports by mail.
export { reportJobs } from './send.ts'
