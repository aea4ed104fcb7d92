// Discards an upload, after a warning that the whole upload is deleted.
import { useTranslations } from 'use-intl'
import { EffectDialog } from '../../../kit/page/EffectButton.tsx'

type Props = { upload: { upload_id: string; filename: string }; close: () => void; done: () => void }

export function Discard({ upload: { upload_id, filename }, close, done }: Props) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  return (
    <EffectDialog
      {...{ call: 'stockUploadCancel', input: { upload_id }, refresh: ['stockUploadsOpen'], done, onClose: close }}
      title={t('discard_title', { file: filename })}
      label={word('discard')}
    >
      <p>{t('discard_text')}</p>
    </EffectDialog>
  )
}
