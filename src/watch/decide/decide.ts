// The one decision about a check: what changed, what is an alert and why, and what is remembered. Pure: no clock, no store.
//
// Read from top to bottom. A check brings a fault or facts. A fault is never a change of price or stock. Facts are compared
// with what is known of the same product; a value counts once enough checks in a row saw it; the conditions look at what
// counts; a cooldown holds their alerts back.
import { adoptPrice } from './adopt-price.ts'
import { boundFacts, type Facts, isPurchasable } from '../facts/facts.ts'
import { CHANGE_TYPES } from '../model/change-types.ts'
import { faultTable, type FaultCode } from '#kit/fault'
import { type Change, changesOf, mainFacts, nextLost, type SeriesChange } from './changes.ts'
import { type Condition, storedConditions } from '../../settings/watch-rules/condition.ts'
import { confirmFacts, nextPending } from './confirm.ts'
import type { PriceHistory, ConditionContext } from './evaluate.ts'
import { type Identity, isSameProduct, mergeIdentities } from '../facts/identity.ts'
import { type Check, type LastKnown, LISTED_SERIES, type WatchMemory, NO_MEMORY } from '../model/knowledge.ts'
import { raiseAlerts } from './raise-alerts.ts'
import { type AnsweredCheck, reconcileFacts, withoutPrice } from './read-answer.ts'
import type { Watch } from '../model/watch.ts'

export interface DecisionRules {
  /** Conditions; any of them may raise an alert. */
  readonly conditions: readonly Condition[]
  /** How many checks in a row must see a change. */
  readonly confirm: number
  /** Time after an alert in which no other is sent; 0 for no limit. */
  readonly cooldownMs: number
  /** One product, and a condition that needs its price. */
  readonly needsPrice?: boolean
}

/** Out of what the owner of a watch wrote. */
export function rulesOf({
  when,
  confirm,
  cooldownS,
}: Pick<Watch, 'when' | 'confirm' | 'cooldownS'>): DecisionRules {
  return { conditions: storedConditions(when), confirm, cooldownMs: cooldownS * 1000 }
}

export interface Decision {
  readonly knowledge: LastKnown
  /** Changes, at most one per type, in the order of CHANGE_TYPES. */
  readonly changes: readonly Change[]
  /** What the check is recorded as. A price that can no longer be read is `upstream_changed`. */
  readonly outcome: 'ok' | FaultCode
  readonly detail: string | null
  /** A change waits for its confirmation: check again soon. */
  readonly isUnconfirmed: boolean
  /** Whether the history is about another product from this check on. */
  readonly isReplaced: boolean
}

interface Product {
  readonly identity: Identity
  readonly facts: Facts
}

interface AnswerContext {
  readonly check: Check
  readonly answer: AnsweredCheck
  readonly history: PriceHistory
  readonly rules: DecisionRules
}

/** Consecutive failures before a retryable fault is reported. */
const FAILURES_BEFORE_REPORT = 3
const IDENTITY = '@identity'

/** What differs only while a document of the shop fails: so many checks in a row must see it. */
const CONFIRM_PARTIAL = 3

export function decide(last: LastKnown, check: Check, history: PriceHistory, base: DecisionRules): Decision {
  const rules = check.isPartial ? { ...base, confirm: Math.max(base.confirm, CONFIRM_PARTIAL) } : base
  const decision = withoutSight(last, check, rules, decideByKind(last, check, history, rules))
  const place = ({ type }: Change) => CHANGE_TYPES.indexOf(type)
  // A value that is another one each time would be asked for every minute: after as many checks as confirm one, it waits its turn.
  // A shop that fails is not asked again soon either.
  const isUnconfirmed = decision.isUnconfirmed && !check.isPartial && last.memory.hurried < rules.confirm
  const hurried = isUnconfirmed ? last.memory.hurried + 1 : 0
  const { knowledge } = decision
  return {
    ...decision,
    isUnconfirmed,
    knowledge: { ...knowledge, memory: { ...knowledge.memory, hurried } },
    changes: decision.changes.toSorted((a, b) => place(a) - place(b)),
  }
}

/** A price that was never read keeps its condition from ever being met: the watch is failing until there is one. */
function withoutSight(last: LastKnown, check: Check, rules: DecisionRules, decision: Decision): Decision {
  if (!rules.needsPrice || check.kind !== 'facts' || decision.outcome !== 'ok') return decision
  if (check.facts.price !== undefined || !isPurchasable(check.facts)) return decision
  const others = decision.changes.filter(({ type }) => type !== 'watch.recovered')
  return {
    ...decision,
    knowledge: { ...decision.knowledge, isFailing: true, failures: last.failures + 1 },
    changes: last.isFailing ? others : [...others, failing('upstream_changed', 'price')],
    outcome: 'upstream_changed',
    detail: PRICE_NEVER_READ,
  }
}

interface DecidedProducts extends Pick<Decision, 'changes' | 'detail' | 'isUnconfirmed'> {
  readonly facts: Facts
  /** The prices of the list cannot be read, or not be believed. */
  readonly isTrouble: boolean
}

/** A list that was read to its end; everything else was decided product by product. */
export function decideCatalog(
  last: LastKnown,
  { facts, changes, detail, isTrouble, isUnconfirmed: isWaiting }: DecidedProducts,
  { confirm }: Pick<DecisionRules, 'confirm'>,
): Decision {
  // Some price of a long list is always new: it is read again soon as often as confirms one, then it waits its turn.
  const isUnconfirmed = isWaiting && !isTrouble && last.memory.hurried < confirm - 1
  const memory = { ...last.memory, hurried: isUnconfirmed ? last.memory.hurried + 1 : 0 }
  const failures = isTrouble ? last.failures + 1 : 0
  const trouble = isTrouble && !last.isFailing ? [failing('upstream_changed', 'price')] : []
  return {
    ...NO_NEWS,
    knowledge: { ...last, facts, memory, isGone: false, isFailing: isTrouble, failures },
    changes: [...changes, ...trouble, ...(last.isFailing && !isTrouble ? [recovered()] : [])],
    outcome: isTrouble ? 'upstream_changed' : 'ok',
    detail,
    isUnconfirmed,
  }
}

function decideByKind(last: LastKnown, check: Check, history: PriceHistory, rules: DecisionRules): Decision {
  if (check.kind === 'fault') {
    return check.fault === 'not_found' ? decideGone(last, check, rules) : decideFault(last, check)
  }
  const { facts, beyond } = boundFacts(check.facts, last.facts ?? {})
  const decision = decideAnswer(last, { check, answer: { ...check, facts }, history, rules })
  return { ...decision, detail: decision.detail ?? beyond }
}

function decideAnswer(last: LastKnown, context: AnswerContext): Decision {
  const { check, answer, rules } = context
  if (last.facts === null) return decideFirst(last, check, answer, rules)
  const { identity } = last.memory
  if (identity && answer.identity && !isSameProduct(identity, answer.identity)) {
    const seenProduct = { identity: answer.identity, facts: answer.facts }
    return decideOther(last, { identity, facts: last.facts }, seenProduct, context)
  }
  return decideSame(last, last.facts, context)
}

type Failure = Extract<Check, { readonly kind: 'fault' }>

/** An outage, a block, a wall, a shell: the facts stay as they are. */
function decideFault(last: LastKnown, { fault, detail, field }: Failure): Decision {
  const failures = last.failures + 1
  const isReported = last.isFailing || !faultTable[fault].retryable || failures >= FAILURES_BEFORE_REPORT
  return {
    ...NO_NEWS,
    knowledge: { ...last, failures, isFailing: isReported },
    changes: isReported && !last.isFailing ? [failing(fault, field)] : [],
    outcome: fault,
    detail,
  }
}

/** The shop says that there is no such product. That is an answer, so the watch is not failing; it says nothing of stock. */
function decideGone(last: LastKnown, check: Failure, rules: DecisionRules): Decision {
  const { memory, facts } = last
  const { detail } = check
  const waiting = nextPending(memory.pending[LISTED_SERIES], 'gone', check)
  const isUnconfirmed = !last.isGone && facts !== null && waiting.times < rules.confirm
  const isNew = !last.isGone && facts !== null && !isUnconfirmed
  const after: LastKnown = {
    facts,
    isGone: last.isGone || !isUnconfirmed,
    isFailing: false,
    failures: last.failures + 1,
    memory: { ...memory, pending: isUnconfirmed ? { [LISTED_SERIES]: waiting } : {} },
  }
  const gone: Change = { type: 'product.gone', before: mainFacts(facts ?? {}), after: {}, alert: false }
  const changes = [...(isNew ? [gone] : []), ...(last.isFailing ? [recovered()] : [])]
  const situation = situationOf(after, facts ?? {}, check, {}, isNew ? { [LISTED_SERIES]: 'listed' } : {})
  const listing = { ...situation, after: { ...situation.after, [LISTED_SERIES]: 'gone' } }
  // Prices and stock are not known now: only a watch on any change is told.
  const conditions = rules.conditions.filter(condition => condition.kind === 'any')
  const alerted = raiseAlerts(after, changes, listing, { ...rules, conditions }, check)
  return { ...NO_NEWS, ...alerted, outcome: 'not_found', detail, isUnconfirmed }
}

/** The first facts are the ground that later ones are compared with, once enough checks in a row saw them. */
function decideFirst(last: LastKnown, check: Check, answer: AnsweredCheck, rules: DecisionRules): Decision {
  const { identity = null } = answer
  const { memory } = last
  const isSame = !memory.identity || !identity || isSameProduct(memory.identity, identity)
  const waiting = { pending: isSame ? memory.pending : {}, seen: {}, isFirst: true }
  const { facts, pending, seen } = confirmFacts({}, answer.facts, waiting, check, rules.confirm)
  const isUnconfirmed = Object.keys(pending).length > 0
  const isBegun = !isUnconfirmed || Object.keys(facts).length > 0
  const { alertedAtMs, told } = memory
  // What was seen of another variant before stays out of comparisons.
  const after: LastKnown = {
    facts: isBegun ? facts : null,
    isGone: false,
    isFailing: false,
    failures: 0,
    memory: { ...NO_MEMORY, gaps: memory.gaps, identity, pending, seen, alertedAtMs, told },
  }
  const changes = last.isFailing ? [recovered()] : []
  if (!isBegun) return { ...NO_NEWS, knowledge: after, changes, isUnconfirmed }
  const situation = situationOf(after, null, check, {}, {})
  return { ...NO_NEWS, ...raiseAlerts(after, changes, situation, rules, check), isUnconfirmed }
}

/** Another product under the same address or behind a redirect: never an alert. The one before is remembered, in case it returns. */
function decideOther(
  last: LastKnown,
  before: Product,
  seenProduct: Product,
  context: AnswerContext,
): Decision {
  const { check, answer, rules } = context
  const { memory } = last
  const { original } = memory
  const isReturn = original !== null && isSameProduct(original.identity, seenProduct.identity)
  const waiting = nextPending(memory.pending[IDENTITY], JSON.stringify(namesOf(seenProduct.identity)), check)
  if (!isReturn && waiting.times < rules.confirm) {
    const unconfirmed = { ...memory, pending: { [IDENTITY]: waiting } }
    return {
      ...NO_NEWS,
      knowledge: { ...last, memory: unconfirmed, failures: 0, isFailing: false },
      changes: last.isFailing ? [recovered()] : [],
      isUnconfirmed: true,
    }
  }
  const replaced: Change = {
    type: 'product.replaced',
    before: namesOf(before.identity),
    after: namesOf(seenProduct.identity),
    alert: false,
  }
  const { lost, seen: streaks, conditions, gaps } = memory
  const leftProduct = { ...before, memory: { lost, seen: streaks, conditions, gaps }, leftAtMs: check.atMs }
  if (isReturn) {
    const { identity, facts, leftAtMs } = original
    const ownMemory = { ...memory, ...original.memory, identity, pending: {} }
    const away = [...original.memory.gaps, [leftAtMs, check.atMs] as const]
    const restored = { ...ownMemory, gaps: boundedGaps(away), original: leftProduct }
    const decision = decideSame({ ...last, isGone: false, memory: restored }, facts, context)
    return { ...decision, changes: [...decision.changes, replaced], isReplaced: true }
  }
  const first = decideFirst(last, check, answer, { ...rules, confirm: 1, conditions: [] })
  const fresh: WatchMemory = {
    ...first.knowledge.memory,
    gaps: [[0, check.atMs]],
    original: original ?? leftProduct,
  }
  const after = { ...first.knowledge, memory: fresh }
  const quiet = { ...situationOf(after, null, check, {}, {}), isQuiet: true }
  return {
    ...NO_NEWS,
    ...raiseAlerts(after, [...first.changes, replaced], quiet, rules, check),
    isReplaced: true,
  }
}

/** The check saw the same product: decides what differs, what of it counts, and who is told. */
function decideSame(
  last: LastKnown,
  before: Facts,
  { check, answer, history, rules }: AnswerContext,
): Decision {
  const { memory } = last
  const returned = nextPending(memory.pending[LISTED_SERIES], 'listed', check)
  if (last.isGone && returned.times < rules.confirm) {
    const waiting = confirmFacts(before, answer.facts, memory, check, Number.POSITIVE_INFINITY).pending
    const pending = { ...waiting, [LISTED_SERIES]: returned }
    return { ...NO_NEWS, knowledge: { ...last, memory: { ...memory, pending } }, isUnconfirmed: true }
  }
  const { base, facts, pending, seen, differences, widened, isPriceUnread } = reconcileFacts(
    before,
    memory,
    check,
    answer,
    rules.confirm,
  )
  const backAgain: Change = { type: 'product.back', before: {}, after: mainFacts(facts), alert: false }
  const fault: FaultCode | undefined = isPriceUnread ? 'upstream_changed' : undefined
  const changes = [
    ...changesOf([...differences, ...widened]),
    ...(last.isGone ? [backAgain] : []),
    ...(fault && !last.isFailing ? [failing(fault, 'price')] : []),
    ...(!fault && last.isFailing ? [recovered()] : []),
  ]
  const isLowered = widened.some(one => one.series === 'price')
  const next: WatchMemory = {
    ...memory,
    identity: answer.identity
      ? mergeIdentities(memory.identity ?? answer.identity, answer.identity)
      : memory.identity,
    pending,
    lost: nextLost(memory.lost, differences, base),
    seen,
    conditions: isLowered ? adoptPrice(memory, base, check, rules.conditions) : memory.conditions,
  }
  const failures = fault ? last.failures + 1 : 0
  const after: LastKnown = { facts, isGone: false, isFailing: fault !== undefined, failures, memory: next }
  const decision: Decision = {
    ...NO_NEWS,
    knowledge: after,
    changes,
    outcome: fault ?? 'ok',
    detail: fault ? PRICE_UNREAD : null,
    isUnconfirmed: Object.keys(pending).length > 0,
  }
  const lastValues = { ...memory.lost, ...base }
  const readable = isPriceUnread ? { ...after, facts: withoutPrice(facts) } : after
  const changed = changedValues(differences, last.isGone)
  const situation = situationOf(readable, lastValues, check, history, changed)
  return { ...decision, ...raiseAlerts(after, changes, situation, rules, check) }
}

function changedValues(
  differences: readonly SeriesChange[],
  wasGone: boolean,
): Record<string, string | null> {
  const changed = differences.filter(one => !one.isQuiet).map(one => [one.series, one.before] as const)
  return { ...Object.fromEntries(changed), ...(wasGone && { [LISTED_SERIES]: 'gone' }) }
}

function situationOf(
  { facts, memory }: LastKnown,
  before: Facts | null,
  { atMs }: Check,
  history: PriceHistory,
  changed: ConditionContext['changed'],
): ConditionContext {
  const after = { ...facts, [LISTED_SERIES]: 'listed' }
  return { before, after, atMs, history, gaps: memory.gaps, changed, isQuiet: false }
}

/** More often than this, the oldest two times become one: what lies between them is forgotten, never taken for another product's. */
const GAPS_MAX = 50

function boundedGaps(gaps: WatchMemory['gaps']): WatchMemory['gaps'] {
  const [first, second, ...rest] = gaps
  return first && second && gaps.length > GAPS_MAX ? [[first[0], second[1]], ...rest] : gaps
}

const PRICE_UNREAD = 'the price is no longer read, but the product can be bought (field: price)'

const PRICE_NEVER_READ = 'no price is read here, so the condition cannot be checked (field: price)'

const NO_NEWS = { changes: [], outcome: 'ok', detail: null, isUnconfirmed: false, isReplaced: false } as const

function failing(fault: FaultCode, field?: string): Change {
  return {
    type: 'watch.failing',
    before: {},
    after: { outcome: fault, ...(field && { field }) },
    alert: false,
  }
}

function recovered(): Change {
  return { type: 'watch.recovered', before: {}, after: { outcome: 'ok' }, alert: false }
}

function namesOf({ sku, gtin, mpn, name }: Identity): Record<string, string | null> {
  return { sku, gtin, mpn, name }
}
