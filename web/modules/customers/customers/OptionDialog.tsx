// Sets one option for the chosen customers, one after the other. Customers that failed can be tried again; those already changed stay changed, and can be changed
// back.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import * as format from '../../../kit/base/format.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { StepsOutcome } from '../../../kit/form/StepsOutcome.tsx'
import { step } from '../../../kit/form/steps.ts'
import { useUndoableSteps } from '../../../kit/form/use-steps.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { options } from './AccessTab.tsx'

type Props = { customer_ids: readonly string[]; onClose: () => void; done: () => void }
type Option = (typeof options)[number]

const refresh = ['customersList', 'customerDetails'] as const

export function OptionDialog({ customer_ids, onClose, done }: Props) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const house = useTranslations('house.words')
  const nameOf = useFieldNames('customers')
  const [option, setOption] = useState<Option | ''>('')
  const [value, setValue] = useState<'on' | 'off' | ''>('')
  const { run, isBusy, close, undoBy, ...calls } = useUndoableSteps({ refresh, closed: onClose, done })
  const hasBegun = run.all > 0
  const set = (name: Option, isOn: boolean) =>
    calls.begin(
      customer_ids.map((customer_id) =>
        step('customerExtra', { customer_id, [name]: isOn }, '', ({ was, name: customer }) => {
          if (was[name] !== isOn) undoBy(step('customerExtra', { customer_id, [name]: was[name] }, customer))
        }),
      ),
    )
  const send = () => (hasBegun ? calls.again() : option && value && set(option, value === 'on'))
  return (
    <Dialog title={t('list.option_many', { n: customer_ids.length, count: format.count(customer_ids.length) })} onClose={close}>
      <div className="stack">
        {!hasBegun && (
          <>
            <Choices
              label={word('options')}
              down
              value={option}
              choices={options.map((name) => ({ value: name, label: nameOf(name) ?? name }))}
              choose={setOption}
            />
            {option && (
              <Choices
                label={nameOf(option) ?? option}
                value={value}
                choices={[
                  { value: 'on', label: word('yes_small') },
                  { value: 'off', label: word('no_small') },
                ]}
                choose={setValue}
              />
            )}
          </>
        )}
        <StepsOutcome run={run} />
        <div className="row">
          <Button disabled={isBusy || !option || !value} onClick={() => void send()}>
            {house('save')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={close}>
            {house('back')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
