// The rules for migrations that must run on Citus too (decision 0106). They hold for migrations after the ones that were there first, which never change.
import { all, as, type Node, type Of, statementsOf } from './tree.ts'

/** The number of the last migration that was written before these rules. */
export const LAST_WITHOUT_RULES = 122

const OF_TABLE = new Set(['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN'])

/** What Citus would refuse in a migration, each with what to write instead. */
export const migrationFaults = (text: string): string[] =>
  statementsOf(text).flatMap((statement) => {
    const faults = [...alterFaults(as('AlterTableStmt', statement))]
    if (as('RenameStmt', statement)?.renameType === 'OBJECT_TABCONSTRAINT') faults.push('a constraint cannot be renamed: drop it and add another')
    if (as('CreateTrigStmt', statement)) faults.push('a trigger is refused: the function that writes the row does the work')
    if (as('RuleStmt', statement)) faults.push('a rule is refused: the function that writes the row does the work')
    if (isAlone(statement)) faults.push('a statement that cannot run in the transaction of its migration')
    return faults
  })

function alterFaults(alter: Of<'AlterTableStmt'> | undefined): string[] {
  const commands = (alter?.cmds ?? []).flatMap((command) => as('AlterTableCmd', command) ?? [])
  const table = alter?.relation?.relname ?? ''
  return commands.flatMap((command) => {
    const constraint = as('Constraint', command.def)
    const isAdded = command.subtype === 'AT_AddConstraint'
    if (isAdded && commands.length > 1) return [`${table}: a constraint is added by an ALTER TABLE of its own`]
    if (isAdded && !constraint?.conname) return [`${table}: a constraint is added by its name, which is then the same on all nodes`]
    if (command.subtype !== 'AT_AddColumn') return []
    const column = as('ColumnDef', command.def)
    const kinds = all('Constraint', column?.constraints).map(({ contype }) => contype ?? '')
    const isCounted = kinds.includes('CONSTR_IDENTITY') || all('String', column?.typeName).some(({ sval }) => sval?.endsWith('serial'))
    if (isCounted) return [`${table}.${column?.colname}: a column that counts is made with its table`]
    return kinds.some((kind) => OF_TABLE.has(kind)) ? [`${table}.${column?.colname}: its constraint is added by an ALTER TABLE of its own, under a name`] : []
  })
}

const isAlone = (statement: Node): boolean =>
  Boolean(as('TransactionStmt', statement) ?? as('VacuumStmt', statement) ?? as('IndexStmt', statement)?.concurrent ?? as('DropStmt', statement)?.concurrent)
