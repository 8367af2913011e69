// Calibrates probabilities to the share of right answers in cross-validation, and prints how well that holds.
import { calibrate, type Calibration, SURE } from '#reader/score/weights'
import { figuresOf, type Judged } from './field-pages.ts'

/** For values that data states, and for those that are only printed. */
export interface Calibrations {
  readonly calibration: Calibration
  readonly printed: Calibration
}

export function fitCalibrations(judged: readonly Judged[]): Calibrations {
  const calibration = fitCalibration(judged.filter(({ isPrinted }) => !isPrinted))
  const onlyPrinted = judged.filter(({ isPrinted }) => isPrinted)
  const printed = fitCalibration(onlyPrinted)
  return { calibration, printed: { ...printed, sureFrom: sureFrom(onlyPrinted, printed) } }
}

// One in two hundred may be wrong above `SURE`; the words of the next shop are less known than those of the blocks.
const MOST_WRONG = 0.004

/** The lowest confidence at and above which hardly an answer was wrong. */
function sureFrom(judged: readonly Judged[], calibration: Calibration): number {
  const answered = judged
    .filter(({ answer }) => answer !== undefined)
    .map(({ confidence, isRight }) => ({ sure: calibrate(confidence, calibration), isRight }))
    .toSorted((a, b) => b.sure - a.sure)
  let wrong = 0
  let lowest = 1
  answered.forEach(({ sure, isRight }, place) => {
    if (!isRight) wrong++
    if (wrong <= MOST_WRONG * (place + 1)) lowest = sure
  })
  return Math.max(SURE, lowest)
}

/** Platt scaling over the log odds, regularised towards the identity because there are few pages. */
function fitCalibration(judged: readonly Judged[]): Calibration {
  const answered = judged.filter(({ answer }) => answer !== undefined)
  let slope = 1
  let offset = 0
  const hold = 2
  for (let step = 0; step < 2000; step++) {
    let onSlope = hold * (slope - 1)
    let onOffset = hold * offset * 0.2
    for (const { confidence, isRight } of answered) {
      const bounded = Math.min(Math.max(confidence, 1e-6), 1 - 1e-6)
      const odds = Math.log(bounded / (1 - bounded))
      const error = calibrate(confidence, { slope, offset }) - (isRight ? 1 : 0)
      onSlope += error * odds
      onOffset += error
    }
    slope -= (0.02 * onSlope) / (answered.length + hold)
    offset -= (0.02 * onOffset) / (answered.length + hold)
  }
  return { slope: Math.max(0.2, slope), offset }
}

/** The threshold with the best F1 among a few round ones; the lowest on a tie. */
export function bestThreshold(judged: readonly Judged[], calibrations: Calibrations): number {
  let best = { threshold: 0.3, f1: 0 }
  for (const threshold of [0.3, 0.35, 0.4, 0.45, 0.5]) {
    const { f1 } = figuresOf(withThreshold(judged, calibrations, threshold))
    if (f1 > best.f1 + 1e-9) best = { threshold, f1 }
  }
  return best.threshold
}

export function withThreshold(
  judged: readonly Judged[],
  { calibration, printed }: Calibrations,
  threshold: number,
): Judged[] {
  return judged.map(one => {
    const confidence = calibrate(one.confidence, one.isPrinted ? printed : calibration)
    const isLost = one.answer !== undefined && confidence < threshold
    return { ...one, confidence, ...(isLost ? { answer: undefined, isRight: !one.hasTruth } : {}) }
  })
}

/** Confidence against the share of right answers, in steps. */
export function reliabilityTable(
  judged: readonly Judged[],
): { from: number; to: number; pages: number; confidence: number; right: number }[] {
  const edges = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001]
  return edges.slice(0, -1).flatMap((from, index) => {
    const to = edges[index + 1] as number
    const inside = judged.filter(
      ({ answer, confidence }) => answer !== undefined && confidence >= from && confidence < to,
    )
    if (inside.length === 0) return []
    return [
      {
        from,
        to: Math.min(1, to),
        pages: inside.length,
        confidence: inside.reduce((sum, one) => sum + one.confidence, 0) / inside.length,
        right: inside.filter(({ isRight }) => isRight).length / inside.length,
      },
    ]
  })
}
