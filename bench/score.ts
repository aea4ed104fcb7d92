// Scores of a page load from 0 to 100, as Lighthouse computes them. Each figure has a log-normal curve through its tenth-percentile point (score 90) and its
// median (score 50), and the page's score is the weighted mean of the figures' scores. Points and weights: Lighthouse 10 and later, mobile. Lighthouse's speed
// index, a tenth of the score, needs a film of the page and is left out.
export type Load = {
  /** In milliseconds: first contentful paint; largest contentful paint; and, summed over the tasks after the first paint, each task's time beyond 50 ms. */
  fcp_ms: number
  lcp_ms: number
  blocking_ms: number
  /** The sum of layout shifts. */
  shift: number
}

type Curve = { at: keyof Load; p10: number; median: number; weight: number }
const CURVES: readonly Curve[] = [
  { at: 'fcp_ms', p10: 1_800, median: 3_000, weight: 10 },
  { at: 'lcp_ms', p10: 2_500, median: 4_000, weight: 25 },
  { at: 'blocking_ms', p10: 200, median: 600, weight: 30 },
  { at: 'shift', p10: 0.1, median: 0.25, weight: 25 },
]

/** The error function to seven digits (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * Math.abs(x))
  const sum = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))))
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** erf(TENTH) = 0.8: a tenth of a normal distribution's values lies more than TENTH × √2 standard deviations below its mean. */
const TENTH = 0.906_193_802_4

function scoreOf({ p10, median }: Curve, value: number): number {
  if (value <= 0) return 1
  return (1 - erf((Math.log(value / median) * TENTH) / Math.log(median / p10))) / 2
}

export function score(load: Load): number {
  const all = CURVES.reduce((sum, { weight }) => sum + weight, 0)
  return Math.round((CURVES.reduce((sum, curve) => sum + curve.weight * scoreOf(curve, load[curve.at]), 0) / all) * 100)
}
