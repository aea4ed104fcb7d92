// A QR code of a size that a phone's camera reads well. This component is loaded separately, because few pages need it.
import { qrPicture } from '../base/qr-picture.ts'
import styles from './kit.module.css'

/** Payment codes must have error correction M (EPC069-12); readers accept it for other codes too. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  return <img className={styles.code} src={qrPicture(text, { ecc: 'M' })} alt={label} />
}
