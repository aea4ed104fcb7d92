// The file of a bulk sale, for the seller who did not fetch it at the till.
import { useTranslations } from 'use-intl'
import { BulkFile } from '../../../kit/counter/BulkFile.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'

export function FileOfSale({ download_id, onClose }: { download_id: string; onClose: () => void }) {
  const t = useTranslations('selling.file')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <BulkFile download_id={download_id} />
    </Dialog>
  )
}
