// A QR code, always dark on white, because phones do not read inverted codes.
import { renderSVG } from 'uqr'
import styles from './settings.module.css'

export default function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { border: 4, whiteColor: '#fff', blackColor: '#000' })
  return <img className={styles.picture} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} />
}
