// The reasons why a file cannot be read, as codes that the screen translates.

export type Problem =
  | 'kind'
  | 'too_large'
  | 'unpacked_too_large'
  | 'bomb'
  | 'password'
  | 'old_workbook'
  | 'not_workbook'
  | 'damaged'
  | 'nested'
  | 'too_many_files'
  | 'too_many_rows'
  | 'incomplete'
  | 'no_text'
  | 'no_rows'
  | 'too_slow'

export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}
