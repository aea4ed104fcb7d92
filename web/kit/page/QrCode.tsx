// A QR code as large as a phone's camera likes it. It loads on its own, because few pages need it.
import { qrPicture } from '../base/qr-picture.ts'
import styles from './kit.module.css'

/** The error correction M is the one that payment codes must have (EPC069-12); readers accept it for everything else. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  return <img className={styles.code} src={qrPicture(text, { ecc: 'M' })} alt={label} />
}
