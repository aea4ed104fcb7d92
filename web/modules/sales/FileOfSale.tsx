// The file of a sale of many, for whoever sold it and did not fetch it then.
import { useTranslations } from 'use-intl'
import { Dialog } from '../../kit/Dialog.tsx'
import { BulkFile } from '../selling/BulkFile.tsx'

export function FileOfSale({ download_id, onClose }: { download_id: string; onClose: () => void }) {
  const t = useTranslations('till.file')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <BulkFile download_id={download_id} />
    </Dialog>
  )
}
