// A QR code, always dark on white: phones do not read inverted codes.
import { renderSVG } from 'uqr'
import styles from './kit.module.css'

/** The error correction M is the one that payment codes must have (EPC069-12); readers accept it for everything else. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { ecc: 'M', border: 4, whiteColor: '#fff', blackColor: '#000' })
  return <img className={styles.code} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} />
}
