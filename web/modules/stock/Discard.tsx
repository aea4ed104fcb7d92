// Discards an upload, after a warning that nothing of it stays.
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { Refusal } from '../../kit/Refusal.tsx'

type Props = { upload: { upload_id: string; filename: string }; close: () => void; done: () => void }

export function Discard({ upload: { upload_id, filename }, close, done }: Props) {
  const t = useTranslations('stock.import')
  const cancel = useCall('stockUploadCancel', { refresh: ['stockUploadsOpen'], done })
  return (
    <Confirm
      title={t('discard_title', { file: filename })}
      confirm={t('discard')}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ upload_id })}
      onClose={close}
    >
      <p>{t('discard_text')}</p>
      <Refusal error={cancel.error} />
    </Confirm>
  )
}
