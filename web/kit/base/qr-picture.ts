// Draws QR codes as pictures, always dark on white, because phones do not read inverted codes.
import { renderSVG } from 'uqr'

type Options = { border?: number; ecc?: 'L' | 'M' }

/** Returns a text's QR code as a data URL. `border`: the white margin around the code, in squares of the code. `ecc`: the level of error correction. */
export const qrPicture = (text: string, { border = 4, ecc = 'L' }: Options = {}) =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc, border, whiteColor: '#fff', blackColor: '#000' }))}`
