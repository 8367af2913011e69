// Prometheus metrics made from the events.
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Events } from '../events.ts'

export function createMetrics(events: Events): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'wares_answers_total',
    help: 'Answers by operation, outcome and cache state',
    labelNames: ['operation', 'outcome', 'cache'],
    registers: [registry],
  })
  const answerSeconds = new Histogram({
    name: 'wares_answer_seconds',
    help: 'Time to the answer by cache state',
    labelNames: ['cache'],
    buckets: [0.0005, 0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
  const runs = new Counter({
    name: 'wares_runs_total',
    help: 'Cold runs by site, operation and outcome',
    labelNames: ['site', 'operation', 'outcome'],
    registers: [registry],
  })
  const attempts = new Counter({
    name: 'wares_upstream_attempts_total',
    help: 'Requests to upstream sites by outcome',
    labelNames: ['site', 'outcome'],
    registers: [registry],
  })
  const attemptSeconds = new Histogram({
    name: 'wares_upstream_seconds',
    help: 'Time of requests to upstream sites',
    labelNames: ['site'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
  const upstreamBytes = new Counter({
    name: 'wares_upstream_bytes_total',
    help: 'Bytes received from upstream sites',
    labelNames: ['site'],
    registers: [registry],
  })
  events.on('answered', ({ operation = 'none', outcome, cache, ms }) => {
    answers.inc({ operation, outcome, cache })
    answerSeconds.observe({ cache }, ms / 1000)
  })
  events.on('hits', ({ operation, count }) => answers.inc({ operation, outcome: 'ok', cache: 'hit' }, count))
  events.on('run', ({ site, operation, outcome }) => runs.inc({ site, operation, outcome }))
  events.on('attempt', ({ site, status, fault, ms, bytes }) => {
    attempts.inc({ site, outcome: fault ?? String(status) })
    attemptSeconds.observe({ site }, ms / 1000)
    upstreamBytes.inc({ site }, bytes)
  })
  return () => registry.metrics()
}
