// `npm run icons`: makes the icons of the installed app from our own drawing, web/public/icon.svg.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../web/public')
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')
/** The icon for launchers that cut their own shape out of an icon: its background reaches every edge, and its drawing stays in the middle. */
const full = drawing.replace('viewBox="0 0 24 24"', 'viewBox="-3 -3 30 30"').replace('width="24" height="24" rx="6"', 'x="-3" y="-3" width="30" height="30"')
if (full === drawing) throw new Error('the drawing is not as this tool knows it')

async function draw(svg: string, name: string, size: number) {
  await sharp(Buffer.from(svg), { density: 2_400 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toFile(join(folder, name))
}

await draw(drawing, 'icon-192.png', 192)
await draw(drawing, 'icon-512.png', 512)
await draw(full, 'icon-maskable.png', 512)
await draw(full, 'icon-apple.png', 180)
