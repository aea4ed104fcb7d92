// Types of the package subset-font, which has none of its own: only what tools/fonts.ts uses.
declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }>; keepFeatures: string[] }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
