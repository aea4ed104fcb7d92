// The module's front door: moves are carried out by the server's jobs.
export { moveJobs } from './carry-out.ts'
