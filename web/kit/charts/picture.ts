// Saves a chart as a PNG on its background colour. A canvas is copied unchanged; an SVG is first given the colours that it has on the page.
import { savePng } from '../base/save-file.ts'

const PROPERTIES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'font-weight', 'text-anchor'] as const
/** A saved picture has twice the resolution of the page, so that it prints sharply. */
const TIMES = 2

export async function savePicture(drawing: HTMLElement, title: string): Promise<void> {
  const drawn = drawing.querySelector('canvas') ?? (await imageOf(drawing.querySelector('svg')))
  if (!drawn) return
  const [width, height] = [drawn.width * (drawn instanceof HTMLCanvasElement ? 1 : TIMES), drawn.height * (drawn instanceof HTMLCanvasElement ? 1 : TIMES)]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const paper = canvas.getContext('2d')
  if (!paper) return
  paper.fillStyle = getComputedStyle(drawing).getPropertyValue('--surface')
  paper.fillRect(0, 0, width, height)
  paper.drawImage(drawn, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) savePng(`${title}.png`, blob)
}

async function imageOf(svg: SVGSVGElement | null): Promise<HTMLImageElement | undefined> {
  if (!svg) return undefined
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  for (const [i, element] of from.entries()) {
    const style = getComputedStyle(element)
    for (const name of PROPERTIES) to[i]?.setAttribute(name, style.getPropertyValue(name))
  }
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}
