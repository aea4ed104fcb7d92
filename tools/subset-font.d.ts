// Types of subset-font, which brings none: what tools/fonts.ts uses of it.
declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }>; keepFeatures: string[] }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
