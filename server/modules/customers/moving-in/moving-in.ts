// The module's public interface: the jobs that carry out moves.
export { moveJobs } from './carry-out.ts'
