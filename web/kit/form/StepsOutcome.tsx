// Shows the progress of calls that are made one after the other, and which of them were refused.
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { Refusal } from '../page/Refusal.tsx'
import type { Run } from './steps.ts'

export function StepsOutcome({ run: { all, left, refused, broken } }: { run: Run }) {
  const word = useTranslations('words')
  const byCode = [...new Map(refused.map(({ error }) => [error.code, error])).values()]
  const labelsOf = (code: string) => refused.flatMap(({ error, step: { label } }) => (error.code === code && label ? [label] : [])).join(', ')
  return (
    <>
      {all > 1 && <p role="status">{word('done_of_all', { done: format.count(all - left.length - refused.length), all: format.count(all) })}</p>}
      {byCode.map((error) => (
        <div key={error.code}>
          <b>{labelsOf(error.code)}</b>
          <Refusal error={error} changes />
        </div>
      ))}
      <Refusal error={broken} changes />
    </>
  )
}
