// Finds the functions of a source file, with their names and lengths, in its syntax tree.
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

export type FunctionLength = { path: string; name: string; lines: number }

type Node = ESTree.Function | ESTree.ArrowFunctionExpression

const nameOf = (node: ESTree.Node): string => (node.type === 'Identifier' ? node.name : 'anonymous')

/** All functions of a file, nested ones too. A function without a name of its own gets the name of the variable or property that holds it. */
export function functionsIn({ path, text }: Source): FunctionLength[] {
  const holders = new Map<ESTree.Node, string>()
  const functions: FunctionLength[] = []
  const measure = (node: Node) => {
    const name = node.id?.name ?? holders.get(node) ?? 'anonymous'
    functions.push({ path, name, lines: text.slice(node.start, node.end).split('\n').length })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (init && holders.set(init, nameOf(id))),
    Property: ({ key, value }) => void holders.set(value, nameOf(key)),
    MethodDefinition: ({ key, value }) => void holders.set(value, nameOf(key)),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program)
  return functions
}
