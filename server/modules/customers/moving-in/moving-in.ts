// What other modules use of this one: the jobs that carry out moves.
export { moveJobs } from './carry-out.ts'
