// Reads requests of clients written to the specification alone: accepts blank fields, empty filters, and two names for the page size.
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import { parseJson } from '../../contract/kit/json.ts'

export type Wire = Record<string, unknown>

const isAbsentAllowed = (schema: z.ZodMiniType) => z.safeDecode(schema, undefined).success
/** Whether an empty text is valid for a field: it then has a meaning, such as clearing the field. */
const saysSomethingBlank = (schema: z.ZodMiniType) => z.safeDecode(schema, '').success

/** Fields that count as absent when they are blank: they are optional, and an empty text is not valid for them. */
const blankable = (shape: Record<string, z.ZodMiniType>) =>
  new Set(Object.keys(shape).filter((name) => isAbsentAllowed(shape[name] as z.ZodMiniType) && !saysSomethingBlank(shape[name] as z.ZodMiniType)))

const PAGE_SIZES = ['limit', 'total_items']
const PAGING = ['page', ...PAGE_SIZES]

const ways = new WeakMap<Call, (fields: Wire) => Wire>()

/** Returns the function that reads this call's fields; it is made once for all servers of a process, when the call is first mounted. */
export function wireOf(c: Call): (fields: Wire) => Wire {
  const way = ways.get(c) ?? readingOf(c)
  ways.set(c, way)
  return way
}

function readingOf(c: Call): (fields: Wire) => Wire {
  const shape = c.input.shape as Record<string, z.ZodMiniType>
  const leftOut = blankable(shape)
  const filtersLeftOut = 'filters' in shape ? blankable(filtersShape(shape.filters as z.ZodMiniType)) : undefined
  const size = PAGE_SIZES.find((name) => name in shape)
  const takes = (name: string) => name in shape || (size !== undefined && PAGE_SIZES.includes(name))

  return (fields) => {
    // The result has no prototype: a field called __proto__ is a field like any other.
    const read: Wire = Object.create(null)
    for (const name in fields) if (!(leftOut.has(name) && isBlank(fields[name]))) read[name] = fields[name]
    if (filtersLeftOut && typeof read.filters === 'string') {
      const { filters, paging } = filtersOf(read.filters, filtersLeftOut, takes)
      for (const [name, value] of Object.entries(paging)) read[name] ??= value
      if (filters === undefined) delete read.filters
      else read.filters = filters
    }
    if (size) for (const other of PAGE_SIZES) if (other !== size && other in read) read[size] ??= read[other]
    return read
  }
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

type Schema = z.ZodMiniType & { _zod: { def: { innerType?: Schema; out?: Schema; shape?: Record<string, Schema> } } }
const filtersShape = (schema: z.ZodMiniType): Record<string, Schema> => {
  const { innerType, out, shape } = (schema as Schema)._zod.def
  const inner = innerType ?? out
  return shape ?? (inner ? filtersShape(inner) : {})
}

/** `[]` is how some languages write empty filters. Paging fields among the filters are moved out. */
function filtersOf(text: string, leftOut: ReadonlySet<string>, takes: (name: string) => boolean): { filters?: string; paging: Wire } {
  const given = parsed(text)
  if (Array.isArray(given) && given.length === 0) return { paging: {} }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { filters: text, paging: {} }
  const [filters, paging]: [Wire, Wire] = [{}, {}]
  for (const [name, value] of Object.entries(given)) {
    if (leftOut.has(name) && (value === null || isBlank(value))) continue
    if (PAGING.includes(name) && takes(name) && typeof value !== 'object') paging[name] = String(value)
    else filters[name] = value
  }
  return { filters: written(filters) ?? text, paging }
}

/** The value as JSON; undefined if it is nested too deep. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** The parsed value. Unreadable text stays as it is, and the contract then refuses it. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
