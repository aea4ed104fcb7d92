// Runs before each test file of the server: its tests fail where they make our code send a statement that Citus would refuse.
import { afterEach, inject } from 'vitest'
import { judge, lookAtStatements } from './sent-statements.ts'

lookAtStatements(inject('catalogue'))
afterEach(({ task }) => judge(task))
