// Reloadly's answers: its two forms of a problem, pages of rows, and amounts and times in Reloadly's format.
import { moneyText, parseMoney } from '../../contract/kit/money.ts'
import { exactly, type SimulatedAnswer } from '../kit/simulator.ts'

/** Reads an amount of the simulator's own lists, where every amount is well-formed. */
export const amountOf = (text: unknown): number => parseMoney(String(text)) ?? 0
export const exact = (money: number) => exactly(moneyText(money))
export const spaced = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

export type Problems = ReturnType<typeof createProblems>

export const createProblems = (now: () => Date) => ({
  problem: (status: number, errorCode: string, message: string): SimulatedAnswer => ({
    status,
    body: { timeStamp: spaced(now()), message, path: '/', errorCode, infoLink: null, details: [] },
  }),
  /** A problem in the form of Spring, the framework of Reloadly's service, instead of the service's own form. */
  spring: (status: number, error: string): SimulatedAnswer => ({ status, body: { timeStamp: spaced(now()), status, error, message: error, path: '/' } }),
})

export function paged<T>(rows: readonly T[], query: URLSearchParams): SimulatedAnswer {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 10)]
  const content = rows.slice((page - 1) * size, page * size)
  const [totalElements, totalPages] = [rows.length, Math.ceil(rows.length / size)]
  return { status: 200, body: { content, totalElements, totalPages, size, number: page, last: page >= totalPages } }
}
