// Runs before anything is drawn, so that no page begins in the wrong colours: those that this browser last showed. web/themes/look.ts does the rest.
{
  const { dataset, style } = document.documentElement
  const template = localStorage.getItem('template') || '0'
  const chosen = localStorage.getItem('mode') || (template === '3' ? 'dark' : 'system')
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  dataset.template = template
  dataset.mode = chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen
  style.colorScheme = dataset.mode
}
