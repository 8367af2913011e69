// Shares and times as a table shows them.

/** Neither 0% nor 100% unless it is. */
export function percent(share: number | null): string {
  if (share === null) return '–'
  if (share === 0 || share === 1) return `${share * 100}%`
  return `${share < 0.001 ? '<0.1' : share > 0.999 ? '>99.9' : (share * 100).toFixed(1)}%`
}

export function milliseconds(ms: number | null): string {
  return ms === null ? '–' : ms < 1000 ? `${Math.round(ms)}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`
}
