// Tests calls that are made one after the other: refused calls are kept apart, and after a lost answer no further call is made until the user tries again.
import { expect, test } from 'vitest'
import { CallError, NoAnswer } from '../../../contract/kit/client.ts'
import type { CallName, Output } from '../base/api.ts'
import { again, beginning, isOver, type Run, runSteps, type Step, step } from './steps.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const steps = ids.map((id) => step('productUpdate', { product_id: id, is_active: true }, id))
const answer = { product_name: '', was_active: false } as Output<CallName>
const labels = (all: readonly Step[]) => all.map(({ label }) => label)
const refusal = (code: 'not_found' | 'forbidden') => new CallError(409, { code })

/** Makes the calls of a run. The server answers a call with the error that `says` has for its label; all other calls succeed. */
async function run(from: Run, says: { [label: string]: Error }) {
  const made: string[] = []
  const told: Run[] = []
  const send = async ({ label }: Step) => {
    made.push(label)
    if (says[label]) throw says[label]
    return answer
  }
  return { after: await runSteps(from, send, { tell: (now) => void told.push(now) }), made, told }
}

test('all calls are made in their order, the progress is reported after each call, and each step gets the answer to its call', async () => {
  const heard: boolean[] = []
  const listening = step('productUpdate', { product_id: 'a' }, 'a', ({ was_active }) => heard.push(was_active))
  const { after, made, told } = await run(beginning([listening, ...steps.slice(1)]), {})
  expect(made).toEqual(ids)
  expect(told.map(({ left }) => left.length)).toEqual([3, 2, 1, 0])
  expect(isOver(after)).toBe(true)
  expect(heard).toEqual([false])
})

test('a refused call is kept with its error and all other calls are made; trying again makes only the refused call', async () => {
  const { after, made } = await run(beginning(steps), { b: refusal('not_found') })
  expect(made).toEqual(ids)
  expect(isOver(after)).toBe(false)
  expect(after.refused.map(({ step: { label }, error }) => [label, error.code])).toEqual([['b', 'not_found']])
  const second = await run(again(after), {})
  expect(second.made).toEqual(['b'])
  expect(isOver(second.after)).toBe(true)
  expect(second.after.all, 'progress still counts all calls').toBe(4)
})

test('after a lost answer no further call is made; trying again makes the refused calls, the call without an answer and the remaining calls', async () => {
  const { after, made } = await run(beginning(steps), { a: refusal('forbidden'), c: new NoAnswer('cut') })
  expect(made).toEqual(['a', 'b', 'c'])
  expect(after.broken).toBeInstanceOf(NoAnswer)
  expect(labels(after.left)).toEqual(['c', 'd'])
  const second = await run(again(after), {})
  expect(second.made).toEqual(['a', 'c', 'd'])
  expect(second.after).toMatchObject({ broken: undefined, lost: 1 })
  // Control: after a refusal, which is not a lost answer, the remaining calls are made.
  expect((await run(beginning(steps), { c: refusal('forbidden') })).made).toEqual(ids)
})
