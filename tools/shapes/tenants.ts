// Finds out, for each tenant table in a statement, what its tenant_id is equal to: a parameter, a variable, or nothing that is known beforehand.
import type { Catalogue } from './catalogue.ts'
import { Equals } from './equals.ts'
import { as, type Node, nameOf, type Of, partsOf, walk } from './tree.ts'

type Columns = [name: string, equals: Equals][]
type Relation = { alias: string; columns: Columns; column: (name: string) => Equals | undefined }
type Scope = { relations: Relation[]; tables: Map<string, Columns>; outer: Scope | undefined }
type Query = { withClause?: Of<'WithClause'>; returningClause?: Of<'ReturningClause'>; whereClause?: Node }

/** A tenant table where a statement names it, with what its tenant_id is equal to. */
export type TenantTable = { table: string; tenant: Equals }

export function tenantTables(statement: Node, catalogue: Catalogue): TenantTable[] {
  const reader = new Reader(catalogue)
  reader.query(statement, undefined)
  return reader.tenantTables
}

const relationOf = (alias: string, columns: Columns): Relation => ({ alias, columns, column: (name) => columns.find(([each]) => each === name)?.[1] })

class Reader {
  readonly tenantTables: TenantTable[] = []
  private readonly values = new Map<string, Equals>()
  private readonly read = new Map<object, Columns>()
  private readonly catalogue: Catalogue
  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue
  }

  /** Reads a query and returns its columns. */
  query(node: Node, outer: Scope | undefined): Columns {
    const [known] = Object.values(node) as object[]
    const before = known && this.read.get(known)
    if (before) return before
    const select = as('SelectStmt', node)
    const insert = as('InsertStmt', node)
    const change = as('UpdateStmt', node) ?? as('DeleteStmt', node)
    const columns = select ? this.select(select, outer) : insert ? this.insert(insert, outer) : change ? this.change(change, outer) : []
    if (known) this.read.set(known, columns)
    return columns
  }

  private scopeOf({ withClause }: Query, outer: Scope | undefined): Scope {
    const scope: Scope = { relations: [], tables: new Map(), outer }
    for (const node of withClause?.ctes ?? []) {
      const { ctename = '', aliascolnames, ctequery } = as('CommonTableExpr', node) ?? {}
      const first = as('SelectStmt', ctequery)?.larg
      if (!ctequery) continue
      // A recursive query names itself in its second part, which sees the columns of the first.
      if (withClause?.recursive && first) scope.tables.set(ctename, renamed(this.query({ SelectStmt: first }, scope), aliascolnames))
      scope.tables.set(ctename, renamed(this.query(ctequery, scope), aliascolnames))
    }
    return scope
  }

  private select(select: Of<'SelectStmt'>, outer: Scope | undefined): Columns {
    const scope = this.scopeOf(select, outer)
    if (select.larg && select.rarg) {
      const left = this.query({ SelectStmt: select.larg }, scope)
      const right = this.query({ SelectStmt: select.rarg }, scope)
      // A union's column is known only if both parts agree on it; a column without a value leaves the union's column without one.
      return left.map(([name, equals], i) => [name, right[i]?.[1].values.size === 0 && name === 'tenant_id' ? new Equals() : equals])
    }
    for (const from of select.fromClause ?? []) this.from(from, scope)
    this.condition(select.whereClause, scope)
    this.condition(select.havingClause, scope)
    this.inner([select.targetList, select.sortClause, select.groupClause, select.limitCount, select.valuesLists], scope)
    const [values] = select.valuesLists ?? []
    if (values) return (as('List', values)?.items ?? []).map((item, i) => [`column${i + 1}`, this.equalsOf(item, scope, true)])
    return this.targets(select.targetList, scope)
  }

  private insert(insert: Of<'InsertStmt'>, outer: Scope | undefined): Columns {
    const scope = this.scopeOf(insert, outer)
    const values = insert.selectStmt ? this.query(insert.selectStmt, scope) : []
    const target = insert.relation && this.table(insert.relation, scope)
    if (!target) return []
    const names = insert.cols?.map((column) => as('ResTarget', column)?.name ?? '') ?? target.columns.map(([name]) => name)
    for (const [i, name] of names.entries()) {
      const value = values[i]?.[1]
      if (value) target.column(name)?.join(value)
    }
    scope.relations.push({ ...target, alias: 'excluded', columns: [] })
    this.inner([insert.onConflictClause], scope)
    return this.returned(insert, scope)
  }

  private change(change: Of<'UpdateStmt'> | Of<'DeleteStmt'>, outer: Scope | undefined): Columns {
    const scope = this.scopeOf(change, outer)
    if (change.relation) this.table(change.relation, scope)
    const froms = 'fromClause' in change ? change.fromClause : 'usingClause' in change ? change.usingClause : []
    for (const from of froms ?? []) this.from(from, scope)
    this.condition(change.whereClause, scope)
    if ('targetList' in change) this.inner([change.targetList], scope)
    return this.returned(change, scope)
  }

  private returned({ returningClause }: Query, scope: Scope): Columns {
    this.inner([returningClause?.exprs], scope)
    return this.targets(returningClause?.exprs, scope)
  }

  private table({ relname = '', alias }: Of<'RangeVar'>, scope: Scope): Relation {
    const name = alias?.aliasname ?? relname
    let query: Columns | undefined
    for (let at: Scope | undefined = scope; at && !query; at = at.outer) query = at.tables.get(relname)
    const columns: Columns = query ?? Object.keys(this.catalogue.columns[relname] ?? {}).map((column) => [column, new Equals()])
    const relation = relationOf(name, renamed(columns, alias?.colnames))
    scope.relations.push(relation)
    const tenant = relation.column('tenant_id')
    if (!query && tenant && this.catalogue.placements[relname] === 'tenant') this.tenantTables.push({ table: relname, tenant })
    return relation
  }

  private from(node: Node, scope: Scope): void {
    const table = as('RangeVar', node)
    const query = as('RangeSubselect', node)
    const join = as('JoinExpr', node)
    const call = as('RangeFunction', node)
    if (table) this.table(table, scope)
    if (query?.subquery) {
      const columns = this.query(query.subquery, scope)
      scope.relations.push(relationOf(query.alias?.aliasname ?? '', renamed(columns, query.alias?.colnames)))
    }
    if (join) {
      const first = scope.relations.length
      if (join.larg) this.from(join.larg, scope)
      const second = scope.relations.length
      if (join.rarg) this.from(join.rarg, scope)
      this.condition(join.quals, scope)
      for (const column of join.usingClause ?? []) this.using(nameOf([column]), scope.relations.slice(first, second), scope.relations.slice(second))
    }
    if (call) {
      this.inner([call.functions], scope)
      const alias = call.alias?.aliasname ?? ''
      const names = [...(call.alias?.colnames ?? []), ...(call.coldeflist ?? [])].map((each) => as('ColumnDef', each)?.colname ?? nameOf([each]))
      // A function that returns one column has no names for it, so the column is called like the function's alias.
      const columns = (names.length > 0 ? names : [alias]).map((name): Columns[number] => [name, new Equals()])
      scope.relations.push(relationOf(alias, columns))
    }
  }

  private using(name: string, left: readonly Relation[], right: readonly Relation[]): void {
    const [a, b] = [left, right].map((relations) => relations.flatMap((each) => each.column(name) ?? [])[0])
    if (a && b) a.join(b)
  }

  /** Joins what a condition says is equal; alternatives (`or`) say nothing of the kind. */
  private condition(node: Node | undefined, scope: Scope): void {
    this.inner([node], scope)
    const visit = (each: Node | undefined): void => {
      const logic = as('BoolExpr', each)
      const compared = as('A_Expr', each)
      const within = as('SubLink', each)
      if (logic?.boolop === 'AND_EXPR') for (const arg of logic.args ?? []) visit(arg)
      if (compared?.lexpr && compared.rexpr && nameOf(compared.name) === '=' && compared.kind !== 'AEXPR_OP_ANY' && compared.kind !== 'AEXPR_OP_ALL') {
        const items = as('List', compared.rexpr)?.items
        if (!items || items.length === 1) this.pair(compared.lexpr, items?.[0] ?? compared.rexpr, scope)
      }
      if (within?.subLinkType === 'ANY_SUBLINK' && within.testexpr && within.subselect) {
        const sides = as('RowExpr', within.testexpr)?.args ?? [within.testexpr]
        const columns = this.query(within.subselect, scope)
        for (const [i, side] of sides.entries()) if (columns[i]) this.equalsOf(side, scope).join(columns[i][1])
      }
    }
    visit(node)
  }

  private pair(left: Node, right: Node, scope: Scope): void {
    const [a, b] = [as('RowExpr', left)?.args, as('RowExpr', right)?.args]
    if (a && b) for (const [i, each] of a.entries()) b[i] && this.equalsOf(each, scope).join(this.equalsOf(b[i], scope))
    else this.equalsOf(left, scope).join(this.equalsOf(right, scope))
  }

  /** Reads the queries inside expressions. */
  private inner(tree: unknown, scope: Scope): void {
    walk(tree, (node) => {
      const query = as('SubLink', node)?.subselect
      if (query) this.query(query, scope)
      return as('SelectStmt', node) ? false : undefined
    })
  }

  private targets(targets: readonly Node[] | undefined, scope: Scope): Columns {
    return (targets ?? []).flatMap((target): Columns => {
      const { name, val } = as('ResTarget', target) ?? {}
      const parts = as('ColumnRef', val) ? partsOf(as('ColumnRef', val) ?? {}) : []
      // All fields of a function's variable: a row of a tenant table begins with tenant_id.
      if (parts.length === 2 && parts[1] === '*' && !this.hasRelation(parts[0], scope)) return [['tenant_id', this.valueOf(`${parts[0]}.tenant_id`)]]
      if (parts.at(-1) === '*') return scope.relations.filter(({ alias }) => parts.length === 1 || alias === parts[0]).flatMap(({ columns }) => columns)
      return val ? [[name ?? parts.at(-1) ?? '', this.equalsOf(val, scope)]] : []
    })
  }

  /** `isEvaluated`: functions without columns are values, because the coordinator evaluates them before it looks for the shard, as in VALUES. */
  private equalsOf(node: Node, scope: Scope, isEvaluated = false): Equals {
    const cast = as('TypeCast', node)?.arg
    const column = as('ColumnRef', node)
    const query = as('SubLink', node)
    if (cast) return this.equalsOf(cast, scope, isEvaluated)
    if (column) return this.resolve(partsOf(column), scope)
    if (query?.subselect) return (query.subLinkType === 'EXPR_SUBLINK' && this.query(query.subselect, scope)[0]?.[1]) || new Equals()
    let isFixed = true
    walk(node, (each) => {
      if (as('ColumnRef', each) || as('SubLink', each) || (!isEvaluated && as('FuncCall', each))) isFixed = false
      return undefined
    })
    return isFixed ? this.valueOf(JSON.stringify(node, (key, value) => (key === 'location' ? undefined : value))) : new Equals()
  }

  private resolve([first = '', second]: string[], scope: Scope): Equals {
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      for (const relation of at.relations) {
        if (second === undefined) {
          const column = relation.column(first)
          if (column) return column
        } else if (relation.alias === first) return relation.column(second) ?? new Equals()
      }
    }
    // What no table has is a variable of a function.
    return this.valueOf([first, second].join('.'))
  }

  private hasRelation(alias: string | undefined, scope: Scope | undefined): boolean {
    return scope !== undefined && (scope.relations.some((each) => each.alias === alias) || this.hasRelation(alias, scope.outer))
  }

  private valueOf(text: string): Equals {
    const value = this.values.get(text) ?? new Equals(text)
    this.values.set(text, value)
    return value
  }
}

const renamed = (columns: Columns, names: readonly Node[] | undefined): Columns =>
  columns.map(([name, equals], i) => [names?.[i] ? nameOf([names[i]]) : name, equals])
