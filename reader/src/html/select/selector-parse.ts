// Parses a CSS selector into steps that run on the flat tree in linear time; other selectors are rejected.
import { type AttributeSelector, parse, type PseudoSelector, type Selector, SelectorType } from 'css-what'
import { attributeTest } from './selector-attribute.ts'
import { nthTest } from './selector-nth.ts'
import {
  hasInside,
  hasNear,
  matchesAny,
  type Chain,
  type Combinator,
  type Step,
  type Test,
} from './selector-match.ts'

/** The alternatives of a selector. */
export function parseSelector(css: string): readonly Chain[] {
  const compiler: Compiler = { css, steps: 0 }
  return parse(css).map(tokens => toChain(compiler, tokens))
}

interface Compiler {
  readonly css: string
  /** Steps so far, used to number them. */
  steps: number
}

function refuse({ css }: Compiler, what: string): never {
  throw new Error(`the selector ${JSON.stringify(css)} uses ${what}, which is not supported`)
}

const combinators: Partial<Record<SelectorType, Combinator>> = {
  [SelectorType.Child]: 'child',
  [SelectorType.Descendant]: 'descendant',
  [SelectorType.Adjacent]: 'adjacent',
  [SelectorType.Sibling]: 'sibling',
}

const isScope: Test = (search, node) => node === search.scopeNode

/** The steps of one alternative; a leading combinator refers to the scope. */
function toChain(compiler: Compiler, tokens: readonly Selector[]): Chain {
  const chain: Step[] = []
  let tests: Test[] = []
  let combinator: Combinator | undefined
  const endStep = (): void => {
    const relative = chain.length === 0 && tests.length === 0
    chain.push({ id: compiler.steps++, combinator, tests: relative ? [isScope] : tests })
    tests = []
  }
  for (const token of tokens) {
    const next = combinators[token.type]
    if (next === undefined) tests.push(toTest(compiler, token))
    else {
      endStep()
      combinator = next
    }
  }
  endStep()
  return chain
}

function toTest(compiler: Compiler, token: Selector): Test {
  switch (token.type) {
    case SelectorType.Universal:
      return () => true
    case SelectorType.Tag: {
      const name = token.name.toLowerCase()
      return ({ tree }, node) => tree.names[node] === name
    }
    case SelectorType.Attribute:
      return attributeTest(token satisfies AttributeSelector)
    case SelectorType.Pseudo:
      return pseudoTest(compiler, token)
    default:
      return refuse(compiler, token.type)
  }
}

function pseudoTest(compiler: Compiler, { name, data }: PseudoSelector): Test {
  if (Array.isArray(data)) {
    if (name === 'has') {
      const tests = data.map(tokens => hasTest(compiler, tokens))
      return (search, node) => tests.some(test => test(search, node))
    }
    const chains = data.map(tokens => toChain(compiler, tokens))
    if (name === 'not') return (search, node) => !matchesAny(search, chains, node)
    if (name === 'is' || name === 'where' || name === 'matches')
      return (search, node) => matchesAny(search, chains, node)
  }
  if (name === 'scope') return isScope
  if (name === 'root') return ({ tree }, node) => tree.parents[node] === 0
  return nthTest(name, typeof data === 'string' ? data : null) ?? refuse(compiler, `:${name}`)
}

/** `:has(> a b)` is `:has(> a:has(b))`: each step is searched from the previous one. */
function hasTest(compiler: Compiler, tokens: readonly Selector[]): Test {
  const first = tokens[0] && combinators[tokens[0].type]
  const own = first === undefined ? tokens : tokens.slice(1)
  const end = own.findIndex(token => combinators[token.type] !== undefined)
  const tests = (end < 0 ? own : own.slice(0, end)).map(token => toTest(compiler, token))
  if (end >= 0) tests.push(hasTest(compiler, own.slice(end)))
  const step: Step = { id: compiler.steps++, combinator: undefined, tests }
  if (first === 'sibling') return refuse(compiler, '~ in :has()')
  return first === 'child' || first === 'adjacent' ? hasNear(step, first) : hasInside(step)
}
