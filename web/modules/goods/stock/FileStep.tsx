// Step one: the denomination and the file. Sending shows its progress and can be aborted.
import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import { upload } from '../../../kit/form/upload.ts'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { DropZone } from './DropZone.tsx'
import { keepDropped } from './dropped-files.ts'
import { Expected } from './FileExample.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { UploadRefused } from './UploadRefused.tsx'
import { callsOf, type Upload } from './upload-state.ts'

export type Choice = { product_id: string; configuration_id: string; product?: Row<'productsList'> }
/** A pool that was chosen before the wizard began. */
export type PoolChosen = { pool_id: string; name: string }
type Props = { choice: Choice; choose: (choice: Choice) => void; uploaded: (upload_id: string) => void; pool?: PoolChosen | undefined }

export function FileStep({ choice, choose, uploaded, pool }: Props) {
  const t = useTranslations('stock.import')
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState<'value' | 'file'>()
  const sending = useSending(uploaded, pool)
  const navigate = useNavigate()
  function handOver(files: readonly File[]) {
    keepDropped(files)
    void navigate('/inventory/files')
  }
  useUnsaved(sending.sent !== undefined)
  function send() {
    const lack = !pool && choice.configuration_id === '' ? 'value' : file ? undefined : 'file'
    setMissing(lack)
    if (!lack && file) sending.start(choice.configuration_id, file)
  }
  return (
    <div className="beside" style={{ '--columns': 'minmax(0, 2fr) minmax(260px, 1fr)' }}>
      <section className="card stack">
        {pool ? <h2>{pool.name}</h2> : <ValueChoice choice={choice} choose={choose} isMissing={missing === 'value'} />}
        <DropZone file={file} take={setFile} others={pool ? undefined : handOver} />
        {missing && (
          <p role="alert" className="negative">
            {missing === 'value' ? t('choose_value') : t('choose_file')}
          </p>
        )}
        <UploadRefused error={sending.error} />
        {sending.sent === undefined ? (
          <div className="row">
            <Button onClick={send}>{t('send')}</Button>
          </div>
        ) : (
          <>
            <ProgressLine
              label={t('sending', { file: file?.name ?? '' })}
              done={sending.sent}
              total={file?.size ?? 1}
              text={t('megabytes', megabytes(sending.sent, file?.size ?? 0))}
            />
            <div className="row">
              <Button variant="default" onClick={sending.stop}>
                {t('stop')}
              </Button>
            </div>
          </>
        )}
      </section>
      <Expected product={choice.product} />
    </div>
  )
}

const MEGABYTE = 1_000_000
const megabytes = (sent: number, total: number) => ({ sent: format.decimal(sent / MEGABYTE), total: format.decimal(total / MEGABYTE) })

/** Returns the function that sends the file and starts its check with the columns that the server guessed; the user can correct them in step two. */
function useSending(uploaded: (upload_id: string) => void, pool: PoolChosen | undefined) {
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const control = useRef<AbortController>(undefined)
  async function start(configuration_id: string, csv_file: File) {
    control.current = new AbortController()
    setError(undefined)
    setSent(0)
    try {
      const { signal } = control.current
      const { upload_id } = pool
        ? await upload('poolUpload', { pool_id: pool.pool_id, csv_file }, setSent, signal)
        : await upload('stockUpload', { configuration_id, csv_file }, setSent, signal)
      await checkAsGuessed(await ask('stockUploadProgress', { upload_id })).catch(() => undefined)
      uploaded(upload_id)
    } catch (failure) {
      if (!control.current.signal.aborted) setError(failure)
    } finally {
      setSent(undefined)
    }
  }
  return { sent, error, start, stop: () => control.current?.abort() }
}

/** Starts the check with the guessed columns. If this fails, step two has a button for the check. */
async function checkAsGuessed(begun: Upload) {
  const { upload_id, pin_sequence, batch_sequence, serial_sequence, expiry_sequence, value_sequence } = begun
  const columns = { pin_sequence, batch_sequence, serial_sequence, expiry_sequence, value_sequence }
  if (pin_sequence > 0) await ask(callsOf(begun).check, { upload_id, ...columns })
}

function ValueChoice({ choice, choose, isMissing }: { choice: Choice; choose: (choice: Choice) => void; isMissing: boolean }) {
  const t = useTranslations('stock.import')
  const field = useTranslations('fields')
  const id = useId()
  return (
    <>
      <Combobox
        call="productsList"
        input={{ filters: { is_active: true } }}
        option={(row) => ({ value: row.product_id, label: row.product_name })}
        picked={(product) => choose({ product_id: product?.product_id ?? '', configuration_id: onlyOne(product), ...(product ? { product } : {}) })}
        id={id}
        label={field('product')}
        value={choice.product_id}
        known={choice.product && { value: choice.product_id, label: choice.product.product_name }}
        onChange={() => undefined}
        onBlur={() => undefined}
        error={isMissing && choice.product_id === '' ? t('choose_value') : undefined}
        required
        proposesOnly
      />
      {choice.product && (
        <Choices
          label={field('value')}
          value={choice.configuration_id}
          choices={withOwnStock(choice.product).map(({ configuration_id, value, info }) => ({
            value: configuration_id,
            label: [format.money(value), info].filter(Boolean).join(' '),
          }))}
          choose={(configuration_id) => choose({ ...choice, configuration_id })}
        />
      )}
    </>
  )
}

/** Returns a product's denominations that have stock of their own. Its other denominations draw on a pool and are filled through the pool. */
const withOwnStock = (product: Row<'productsList'>) => product.configurations.filter(({ pool_id }) => pool_id === null)

function onlyOne(product: Row<'productsList'> | undefined): string {
  const values = product ? withOwnStock(product) : []
  return values.length === 1 ? (values[0]?.configuration_id ?? '') : ''
}
