// Reads an XML file as a tree of elements, whose names are without namespace prefix. No function is recursive, so deep nesting cannot overflow the stack.
import { readXml } from '../../goods/supplier-files/supplier-files.ts'
import { NotRead } from './statement.ts'

export type Element = { name: string; text: string; currency: string; children: Element[] }

/** The most elements in a file. A file with more is refused as damaged, because no statement has as many. */
const ELEMENTS_MAX = 3_000_000
const DEPTH_MAX = 100

const element = (name: string, currency = ''): Element => ({ name, text: '', currency, children: [] })

export function treeOf(xml: string): Element {
  const root = element('')
  const open = [root]
  let count = 0
  readXml(xml, {
    open(name, attributes) {
      if (++count > ELEMENTS_MAX || open.length > DEPTH_MAX) throw new NotRead('damaged')
      const begun = element(name, name.endsWith('Amt') ? (attributes()['Ccy'] ?? '') : '')
      open.at(-1)?.children.push(begun)
      open.push(begun)
    },
    text(text) {
      const inside = open.at(-1)
      if (inside) inside.text += text
    },
    close(name) {
      if (open.pop()?.name !== name) throw new NotRead('damaged')
    },
  })
  return root
}

/** Returns all elements at a path of names below an element. */
export function allAt(from: Element, path: string): Element[] {
  let found = [from]
  for (const name of path.split('/')) found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

/** Returns the text at the first of these paths that has a text. */
export function textAt(from: Element, ...paths: readonly string[]): string {
  for (const path of paths) for (const { text } of allAt(from, path)) if (text.trim()) return text.trim()
  return ''
}

/** Returns all elements with one of these names, at any depth, in the order of the file. It does not look inside a found element. */
export function allNamed(from: Element, names: readonly string[]): Element[] {
  const found: Element[] = []
  const left = [from]
  for (let next = left.pop(); next; next = left.pop()) {
    if (names.includes(next.name)) found.push(next)
    else for (const child of next.children.toReversed()) left.push(child)
  }
  return found
}
