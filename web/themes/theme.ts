// Mantine's theme. It sets shapes and fonts; colours are given by the names in tokens.css, so that all twelve sets of colours are plain CSS.
import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core'

type Ink = { solid: string; hover: string; on: string; soft: string; onSoft: string; text: string }

const inkOf = (name: 'success' | 'warning' | 'danger' | 'info'): Ink => ({
  solid: `var(--${name}-solid)`,
  hover: `var(--${name}-solid)`,
  on: `var(--on-${name})`,
  soft: `var(--${name}-bg)`,
  onSoft: `var(--${name}-text)`,
  text: `var(--${name}-text)`,
})

const inks: Record<string, Ink> = {
  brand: {
    solid: 'var(--accent)',
    hover: 'var(--accent-hover)',
    on: 'var(--on-accent)',
    soft: 'var(--accent-subtle)',
    onSoft: 'var(--on-accent-subtle)',
    text: 'var(--accent-text)',
  },
  success: inkOf('success'),
  warning: inkOf('warning'),
  danger: inkOf('danger'),
  info: inkOf('info'),
}

const clear = 'transparent'

/** The colours of every coloured variant, as pairs of tokens whose contrast was checked. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const ink = inks[color ?? 'brand'] ?? inkOf('info')
  if (variant === 'default') return { background: 'var(--surface)', hover: 'var(--surface-2)', color: 'var(--text)', border: '1px solid var(--border-strong)' }
  if (variant === 'light') return { background: ink.soft, hover: ink.soft, color: ink.onSoft, border: `1px solid ${clear}` }
  if (variant === 'outline') return { background: clear, hover: 'var(--surface-2)', color: ink.text, border: `1px solid ${ink.text}` }
  if (variant === 'subtle' || variant === 'transparent' || variant === 'white')
    return { background: clear, hover: 'var(--surface-2)', color: ink.text, border: `1px solid ${clear}` }
  return { background: ink.solid, hover: ink.hover, color: ink.on, border: `1px solid ${clear}` }
}

const shades = (value: string): MantineColorsTuple => [value, value, value, value, value, value, value, value, value, value]

export const theme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: shades('var(--accent)'),
    success: shades('var(--success-solid)'),
    warning: shades('var(--warning-solid)'),
    danger: shades('var(--danger-solid)'),
    info: shades('var(--info-solid)'),
  },
  variantColorResolver,
  defaultRadius: 8,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: '"JetBrains Mono", ui-monospace, monospace',
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em', '2xl': '96em' },
  respectReducedMotion: true,
})
