// Topping up by transfer: the bank account of the parent organisation, the reference, and a code that fills in the transfer in a banking app.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { paymentCode } from '../../../../contract/kit/payment-code.ts'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import { given, type Typed } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import styles from './credit.module.css'
import { Presets } from './Presets.tsx'

const QrCode = lazy(() => import('../../../kit/page/QrCode.tsx'))

type Account = NonNullable<Output<'payIn'>['account']>

/** The button, and the dialog that it opens. */
export function PayIn() {
  const t = useTranslations('credit.pay_in')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      {isOpen && (
        <Dialog wide title={t('title')} onClose={() => setOpen(false)}>
          <Account />
        </Dialog>
      )}
    </>
  )
}

function Account() {
  const t = useTranslations('credit.pay_in')
  return (
    <Widget of={useQuery(query('payIn', {}))}>
      {({ account, reference }) => (account ? <Transfer account={account} reference={reference} /> : <p>{t('no_account')}</p>)}
    </Widget>
  )
}

function Transfer({ account: { name, bank_name, iban, bic }, reference }: { account: Account; reference: string }) {
  const t = useTranslations('credit.pay_in')
  const field = useTranslations('fields')
  const [amount, setAmount] = useState<Typed<Money>>(100 * EURO)
  const chosen = given(amount)
  const code = chosen === undefined ? undefined : paymentCode({ name, iban, bic, amount: chosen, reference })
  const copied = (shown: string, text: string, what: string) => (
    <span className="row">
      <span className="nowrap">{shown}</span> <Copy text={text} name={what} size="xs" />
    </span>
  )
  const facts = [
    { label: t('payee'), value: name },
    { label: field('iban'), value: copied(ibanInGroups(iban), iban.replace(/\s/g, ''), field('iban')) },
    { label: field('bic'), value: bic },
    { label: field('bank_name'), value: bank_name },
    { label: t('reference'), value: copied(reference, reference, t('reference')) },
  ]
  return (
    <div className="stack">
      <p>{t('text', { name })}</p>
      <div className={`split top ${styles.transfer}`} style={{ '--columns': 'minmax(0, 1fr) auto' }}>
        <div className="stack">
          <dl className={`split ${styles.account}`} style={{ '--columns': 'max-content minmax(0, 1fr)' }}>
            {facts
              .filter(({ value }) => value !== '')
              .map(({ label, value }) => (
                <Fragment key={label}>
                  <dt className="muted">{label}</dt>
                  <dd className="strong">{value}</dd>
                </Fragment>
              ))}
          </dl>
          <MoneyField
            id="pay_in.amount"
            label={field('amount')}
            value={amount}
            onChange={setAmount}
            onBlur={() => undefined}
            error={undefined}
            required={false}
          />
          <Presets amount={chosen} choose={(euro) => setAmount(euro * EURO)} />
        </div>
        <div className={styles.scan}>
          {code && (
            <Suspense>
              <QrCode text={code} label={t('code', { amount: format.money(chosen ?? 0) })} />
            </Suspense>
          )}
          <p className="muted small">{code ? t('scan') : t('no_code')}</p>
        </div>
      </div>
    </div>
  )
}
